// The only helper that the client's CommonJS modules use. The package's entry point for them contains all of its helpers.
// @ts-expect-error -- this file of the package has no types
export { __importDefault } from 'tslib/tslib.es6.mjs';
