import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useHistory } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { isPlainClick, SHOW_KEYS } from '../../page/events';
import { usefulLinks } from '../../site/useful-links';
import { search, type Engine, type Results } from './engine';
import { loadEngine } from './load';
import { cutExcerpt, splitAtTerms, type Piece } from './marks';
import { groupResults, type Group } from './rows';

/** The engine, or why there is none. */
type State = Engine | 'loading' | 'failed';

const NOTHING: Results = { pages: [], terms: new Set() };

/** What shows before a query, and without a result. */
const USEFUL: readonly Group[] = [
  { label: 'Useful pages', rows: usefulLinks.map(([url, title]) => ({ url, title, where: '', text: '' })) },
];

const Marked = ({ pieces }: { pieces: readonly Piece[] }): ReactNode =>
  pieces.map(({ text, isMarked }, index) => (isMarked ? <mark key={index}>{text}</mark> : text));

/** Whether a key belongs to an input method. Safari's confirming Enter comes after the composition, with code 229. */
const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || (nativeEvent as { keyCode?: number }).keyCode === 229;

/** The ID of a result's element. */
const optionId = (index: number): string => `search-option-${index}`;

function statusText(state: State, query: string, pages: number): string {
  if (state === 'loading') return 'Loading search…';
  if (state === 'failed') return "Couldn't load search. Check your connection and try again.";
  if (query === '') return '';
  if (pages === 0) return `No results for “${query}”. Try different keywords, or open one of these pages.`;
  return `${pages} ${pages === 1 ? 'page' : 'pages'} found.`;
}

/**
 * The search dialog, a modal with a field and its results. It loads when a reader first opens it. The focus stays in the
 * field, and the arrow keys move through the results (combobox with listbox). The browser keeps the focus off the page,
 * closes the dialog on Escape, and restores the focus.
 */
export default function SearchDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  const history = useHistory();
  const indexUrl = useBaseUrl('/search-index.json');
  const [state, setState] = useState<State>('loading');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<number>();

  useEffect(() => {
    dialog.current?.showModal();
    loadEngine(indexUrl).then(setState, () => setState('failed'));
  }, [indexUrl]);

  const results = useMemo(() => (typeof state === 'object' ? search(state, query) : NOTHING), [state, query]);
  const { terms, pages } = results;
  const groups = pages.length > 0 ? groupResults(results, query.trim()) : USEFUL;
  // In arrow-key order.
  const rows = groups.flatMap((group) => group.rows);
  // Without a result, nothing is chosen before the reader chooses.
  const active = chosen ?? (pages.length > 0 ? 0 : -1);
  const current = rows[active];

  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, results]);

  const close = (): void => dialog.current?.close();

  const follow = (url: string): void => {
    close();
    history.push(url);
  };

  const onFieldKey = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown') setChosen((active + 1) % rows.length);
    else if (event.key === 'ArrowUp') setChosen((Math.max(active, 0) + rows.length - 1) % rows.length);
    else if (event.key === 'Enter' && current) {
      if (event.ctrlKey || event.metaKey) window.open(current.url, '_blank');
      else follow(current.url);
    } else return;
    event.preventDefault();
  };

  const option = (row: Group['rows'][number]): ReactNode => {
    const { url, title, where, text, method, isCode } = row;
    const index = rows.indexOf(row);
    return (
      <a
        key={`${index} ${url}`}
        id={optionId(index)}
        className="search__option"
        href={url}
        role="option"
        aria-selected={index === active}
        tabIndex={-1}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          follow(url);
        }}
        onPointerMove={() => setChosen(index)}
      >
        <span className={isCode ? 'search__title search__title--code' : 'search__title'}>
          {method && <span className={`method method--${method.toLowerCase()}`}>{method}</span>}
          <Marked pieces={splitAtTerms(title, terms)} />
        </span>
        <span className="search__where">{where}</span>
        {text && (
          <span className="search__text">
            <Marked pieces={cutExcerpt(text, terms)} />
          </span>
        )}
      </a>
    );
  };

  return (
    // A press and a release on the backdrop close the dialog. Keyboard users have Escape and the button.
    <dialog
      ref={dialog}
      className="dialog search"
      aria-label="Search"
      onClose={onClose}
      onPointerDown={({ target }) => (pressed.current = target)}
      onClick={({ target }) => target === dialog.current && pressed.current === target && close()}
    >
      <div className="search__box">
        <div className="dialog__bar">
          <svg className="search-button__icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
            <circle cx="8.5" cy="8.5" r="5.5" />
            <path d="m13 13 4.5 4.5" />
          </svg>
          <input
            className="search__field"
            type="text"
            role="combobox"
            aria-label="Search the docs"
            aria-autocomplete="list"
            aria-expanded={rows.length > 0}
            aria-controls="search-results"
            aria-activedescendant={current && optionId(active)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder={window.innerWidth < 640 ? 'Search' : 'Search docs, endpoints, fields, status codes'}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setChosen(undefined);
            }}
            onKeyDown={onFieldKey}
          />
          <button type="button" className="dialog__close" onClick={close}>
            Close
          </button>
        </div>
        <p className={pages.length > 0 ? 'visually-hidden' : 'search__status'} role="status">
          {statusText(state, query.trim(), pages.length)}
        </p>
        <div className="search__results" id="search-results" role="listbox" aria-label="Results">
          {groups.map(({ label, rows: part }) => (
            <div key={label} role="group" aria-label={label}>
              <p className="search__group" aria-hidden="true">
                {label}
              </p>
              {part.map(option)}
            </div>
          ))}
        </div>
        <p className="search__keys">
          <span className="search__hint">
            <kbd>↑</kbd> <kbd>↓</kbd> to move
          </span>
          <span className="search__hint">
            <kbd>Enter</kbd> to open
          </span>
          <button
            type="button"
            className="search__more"
            onClick={() => {
              close();
              document.dispatchEvent(new Event(SHOW_KEYS));
            }}
          >
            All shortcuts
          </button>
        </p>
      </div>
    </dialog>
  );
}
