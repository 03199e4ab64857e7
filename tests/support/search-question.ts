/** The type of a search question, and the folders of the pages that answer it. */
export interface Question {
  readonly ask: string;
  /** Routes with the answer. Any of them can rank first. */
  readonly pages: readonly string[];
}

export const concepts = '/docs/get-started/concepts';
export const orders = `${concepts}/orders`;
export const tutorials = '/docs/get-started/tutorials';

/** A search query and the routes of the pages that answer it. */
export const ask = (question: string, ...pages: string[]): Question => ({ ask: question, pages });
