/** What a question to the search looks like, and the folders of the pages that answer. */
export interface Question {
  readonly ask: string;
  /** Routes that answer; any of them may come first. */
  readonly pages: readonly string[];
}

export const concepts = '/docs/get-started/concepts';
export const orders = `${concepts}/orders`;
export const tutorials = '/docs/get-started/tutorials';

/** A question and the routes of the pages that answer it. */
export const ask = (question: string, ...pages: string[]): Question => ({ ask: question, pages });
