/**
 * `npm run mock`: sets up, bundles the description and runs a local mock of the API, so that every tutorial can be
 * followed without an account. Prints how to point the tutorials at it, and a line per request.
 *
 * Environment: `PORT` (default 4010). Stops with a clear line if Node is too old, the installation fails, the port is
 * taken or the description is broken. Runs until it is interrupted.
 */
import { requireDependencies, requireNode } from './lib/setup.mjs';

requireNode();
await requireDependencies();
await import('./lib/serve-mock.mjs');
