/**
 * `npm run sandbox`: sets up, bundles the description and runs the local sandbox, so that every tutorial can be followed
 * without an account. See `sandbox/README.md`; `-- --help` lists the options.
 *
 * Stops with a clear line if Node is too old, the installation fails, the port is taken or the description is broken.
 * Runs until it is interrupted.
 */
import { requireDependencies, requireNode } from './lib/setup.mjs';

requireNode();
await requireDependencies();
await import('./lib/serve-sandbox.mjs');
