/** What `src/plugins/long-lists` resolves this name to. */
declare module 'long-lists' {
  export const listsOf: import('./types').ListsOf;
}
