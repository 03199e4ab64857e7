/** The site's style sheets. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../support/routes';

export interface StyleSheet {
  readonly file: string;
  readonly css: string;
}

/** All style sheets, without the tokens that they use. */
export const readStyles = (): StyleSheet[] =>
  [path.join('src', 'css'), path.join('static', 'css')].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((file) => file.endsWith('.css') && file !== 'tokens.css')
      .map((file) => ({
        file: path.join(folder, file),
        css: readFileSync(path.join(root, folder, file), 'utf8'),
      })),
  );
