import { useCallback, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { styleDialogs } from '../../client/dialog-styles';
import { isSingleKey } from '../../client/single-keys';

type Dialog = ComponentType<{ styleUrl: string; onClose: () => void }>;

/**
 * Fills the empty slot of the classic theme: the button that opens the search, and its keys (`Ctrl K`, `⌘ K`, `/`).
 * Dialog, search and index are fetched when it is opened for the first time; until then no page pays for them.
 */
export default function SearchBar(): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<{ component: Dialog }>();
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const styleUrl = useBaseUrl('/css/dialogs.css');

  const show = useCallback(() => {
    setOpen(true);
    setFailed(false);
    Promise.all([import('../../client/search/SearchDialog'), styleDialogs(styleUrl)]).then(
      ([module]) => setDialog({ component: module.default }),
      () => {
        setOpen(false);
        setFailed(true);
      },
    );
  }, [styleUrl]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isSingleKey(event, '/') && !(isCommand && event.key.toLowerCase() === 'k')) return;
      event.preventDefault();
      // The dialog gives the focus back to what had it; a key pressed on the bare page leaves that to the button.
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
      show();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [show]);

  const Open = open ? dialog?.component : undefined;
  return (
    <>
      <button
        ref={button}
        type="button"
        className="search-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={show}
      >
        <svg className="search-button__icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="m13 13 4.5 4.5" />
        </svg>
        <span className="search-button__word">Search</span>
        <kbd className="search-button__key" aria-hidden="true">
          /
        </kbd>
      </button>
      <span className={failed ? 'search-button__failed' : 'visually-hidden'} role="status">
        {failed && 'The search could not be loaded.'}
      </span>
      {Open && <Open styleUrl={styleUrl} onClose={() => setOpen(false)} />}
    </>
  );
}
