/**
 * `npm run sandbox`: installs packages, bundles the specification, and runs the local sandbox, so that you can follow
 * every tutorial without an account. See `sandbox/README.md`; `-- --help` lists the options.
 *
 * Exits with a message if Node is too old, the installation fails, the port is in use, or the specification is invalid.
 * Runs until interrupted.
 */
import { requireDependencies, requireNode } from './lib/setup.mjs';

requireNode();
await requireDependencies();
await import('./lib/serve-sandbox.mjs');
