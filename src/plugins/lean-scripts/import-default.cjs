/**
 * The one function of `tslib` that `@docusaurus/utils-common` uses.
 *
 * @template T
 * @param {T & { __esModule?: boolean }} module what was imported
 * @returns {T | { default: T }} a module with a default export
 */
exports.__importDefault = function importDefault(module) {
  return module.__esModule === true ? module : { default: module };
};
