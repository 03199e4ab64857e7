import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useHistory } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { isPlainClick, SHOW_KEYS } from '../../page/events';
import { search, type Engine, type Results } from './engine';
import { loadEngine } from './load';
import { cutExcerpt, splitAtTerms } from './marks';
import { groupResults, type Group } from './rows';
import { usefulLinks } from '../../site/useful-links';

/** The engine, or why there is none. */
type State = Engine | 'loading' | 'failed';

const NOTHING: Results = { pages: [], terms: new Set() };

/** What shows before a query, and without a result. */
const USEFUL: readonly Group[] = [
  { label: 'Useful pages', rows: usefulLinks.map(([url, title]) => ({ url, title, where: '', text: '' })) },
];

function Marked({ text, terms }: { text: string; terms: ReadonlySet<string> }): ReactNode {
  return splitAtTerms(text, terms).map((piece, index) =>
    piece.marked ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}

/** Whether a key belongs to an input method. Safari's confirming Enter comes after the composition, with code 229. */
const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || (nativeEvent as { keyCode?: number }).keyCode === 229;

/** The ID of a result's element. */
const optionId = (index: number): string => `search-option-${index}`;

function statusText(state: State, query: string, pages: number): string {
  if (state === 'loading') return 'Loading search…';
  if (state === 'failed') return "Couldn't load search. Check your connection and try again.";
  if (query.trim() === '') return '';
  return pages === 0
    ? `No results for “${query.trim()}”. Try different keywords, or open one of these pages.`
    : `${pages} ${pages === 1 ? 'page' : 'pages'} found.`;
}

interface Props {
  readonly onClose: () => void;
}

/**
 * The search dialog, a modal with a field and its results. It loads when a reader first opens it. The focus stays in the
 * field, and the arrow keys move through the results (combobox with listbox). The browser traps the focus and restores it
 * on close.
 */
export default function SearchDialog({ onClose }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const pressed = useRef<EventTarget>(null);
  const history = useHistory();
  const indexUrl = useBaseUrl('/search-index.json');
  const [state, setState] = useState<State>('loading');
  const [query, setQuery] = useState('');
  const [moved, setActive] = useState(-1);

  useEffect(() => {
    dialog.current?.showModal();
    loadEngine(indexUrl).then(setState, () => setState('failed'));
  }, [indexUrl]);

  const results = useMemo(() => (typeof state === 'object' ? search(state, query) : NOTHING), [state, query]);
  const groups = results.pages.length > 0 ? groupResults(results, query) : USEFUL;
  // In arrow-key order.
  const urls = groups.flatMap(({ rows }) => rows.map(({ url }) => url));
  // Without a result, nothing is chosen before the reader chooses.
  const active = moved < 0 && results.pages.length > 0 ? 0 : moved;
  const current = urls[active];

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, results]);

  const close = (): void => dialog.current?.close();

  const showKeys = (): void => {
    close();
    document.dispatchEvent(new Event(SHOW_KEYS));
  };

  const follow = (url: string): void => {
    close();
    history.push(url);
  };

  const move = (to: number): void => {
    if (urls.length > 0) setActive((to + urls.length) % urls.length);
  };

  const onFieldKey = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(Math.max(active, 0) - 1);
    else if (event.key === 'Enter' && current) {
      if (event.ctrlKey || event.metaKey) window.open(current, '_blank');
      else follow(current);
    } else return;
    event.preventDefault();
  };

  const onDialogKey = (event: KeyboardEvent): void => {
    // Otherwise, a search field clears itself first and swallows the key.
    if (event.key === 'Escape' && !isComposing(event)) {
      event.preventDefault();
      close();
    }
    if (event.key === 'Tab') {
      const stops = Array.from(dialog.current?.querySelectorAll<HTMLElement>('input, button') ?? []);
      const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
      if (document.activeElement === from) {
        event.preventDefault();
        to?.focus();
      }
    }
  };

  let number = -1;
  const option = (url: string, content: ReactNode): ReactNode => {
    number += 1;
    const index = number;
    return (
      // eslint-disable-next-line no-restricted-syntax -- The router's own link would prefetch every result in view.
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
        onPointerMove={() => setActive(index)}
      >
        {content}
      </a>
    );
  };

  const { terms } = results;

  return (
    // A press and a release on the backdrop close the dialog. Keyboard users have Escape and the button.
    <dialog
      ref={dialog}
      className="dialog search"
      aria-label="Search"
      onClose={onClose}
      onKeyDown={onDialogKey}
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
            type="search"
            role="combobox"
            aria-label="Search the docs"
            aria-autocomplete="list"
            aria-expanded={urls.length > 0}
            aria-controls="search-results"
            aria-activedescendant={current && optionId(active)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder="Search docs, endpoints, fields, status codes"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setActive(-1);
            }}
            onKeyDown={onFieldKey}
          />
          <button type="button" className="dialog__close" onClick={close}>
            Close
          </button>
        </div>
        <p className={results.pages.length > 0 ? 'visually-hidden' : 'search__status'} role="status">
          {statusText(state, query, results.pages.length)}
        </p>
        <div ref={list} className="search__results" id="search-results" role="listbox" aria-label="Results">
          {groups.map(({ label, rows }) => (
            <div key={label} role="group" aria-label={label}>
              <p className="search__group" aria-hidden="true">
                {label}
              </p>
              {rows.map(({ url, title, where, text, method, isCode }) =>
                option(
                  url,
                  <>
                    <span className={isCode ? 'search__title search__title--code' : 'search__title'}>
                      {method && <span className={`method method--${method.toLowerCase()}`}>{method}</span>}
                      <Marked text={title} terms={terms} />
                    </span>
                    <span className="search__where">{where}</span>
                    {text && (
                      <span className="search__text">
                        <Marked text={cutExcerpt(text, terms)} terms={terms} />
                      </span>
                    )}
                  </>,
                ),
              )}
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
          <button type="button" className="search__more" onClick={showKeys}>
            All shortcuts
          </button>
        </p>
      </div>
    </dialog>
  );
}
