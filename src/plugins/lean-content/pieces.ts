import type { Attributes } from 'react';

/** Where the site's files lie; the bundler fills it in. */
declare const __webpack_public_path__: string;

/** What an element of a page's script gets instead of its HTML. */
interface Piece extends Attributes {
  dangerouslySetInnerHTML: { __html: string };
  suppressHydrationWarning: true;
  ref: (element: HTMLElement) => () => void;
}

interface Pieces {
  /** Properties of the element that holds the piece of the given number. */
  piece: (index: number) => Piece;
  /** Loads the pieces, once; rejects if they cannot be had, and can then be called again. */
  fill: () => Promise<void>;
}

/**
 * The pieces of HTML of one page; `file` is the path of their JSON file below the site's base.
 *
 * Three ways lead to a page. Its HTML was loaded: the pieces are in the document, Preact leaves them alone, and they are
 * kept from there when the page is left, so that the way back needs no request. A link inside the site: the route
 * registry calls `fill` before the page is shown. Another script has changed the document before, and Preact made
 * elements anew that it did not find: they are empty, and the pieces are loaded into them.
 */
export function piecesOf(file: string): Pieces {
  let loaded: string[] | undefined;
  const kept: string[] = [];
  // Preact writes the HTML of an element again when this object is another, so that it stays while the element does.
  const shown = new Map<number, Piece>();

  const load = async (): Promise<void> => {
    const response = await fetch(`${__webpack_public_path__}${file}`);
    if (!response.ok) {
      throw new Error(`${file}: ${String(response.status)}`);
    }
    loaded = (await response.json()) as string[];
  };

  let loading: Promise<void> | undefined;
  const fill = (): Promise<void> =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));

  const newPiece = (index: number): Piece => ({
    dangerouslySetInnerHTML: { __html: loaded?.[index] ?? kept[index] ?? '' },
    suppressHydrationWarning: true,
    ref: (element) => {
      if (element.innerHTML === '') {
        void fill().then(() => {
          element.innerHTML = loaded?.[index] ?? '';
        });
      }
      return () => {
        kept[index] = element.innerHTML;
        shown.delete(index);
      };
    },
  });

  const piece = (index: number): Piece => {
    const present = shown.get(index) ?? newPiece(index);
    shown.set(index, present);
    return present;
  };

  return { fill, piece };
}
