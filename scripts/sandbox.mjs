/** `npm run sandbox`: installs packages, and runs the local sandbox. See `sandbox/README.md`; `-- --help` lists options. */
import { requirePackages } from './lib/setup.mjs';

await requirePackages();
await import('./lib/serve-sandbox.mjs');
