/** All long lists by name; `onServer` gives one as text, which is empty in the browser. */
export interface ListsOf {
  (): Promise<Record<string, string[]>>;
  onServer: (name: string) => string;
}
