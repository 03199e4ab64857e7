import { useState, type ComponentType, type ReactNode } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { styleDialogs } from '../../page/dialog-styles';

type Dialog = ComponentType<{ onClose: () => void }>;

/**
 * Fills the empty slot of the classic theme: the button that opens the search. Its keys (`Ctrl K`, `⌘ K`, `/`) press it
 * (`src/page/search-keys.ts`). Dialog, search and index are fetched when it is opened for the first time; until then no
 * page pays for them.
 */
export default function SearchBar(): ReactNode {
  const [dialog, setDialog] = useState<{ component: Dialog }>();
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const styleUrl = useBaseUrl('/css/dialogs.css');

  const show = (): void => {
    setOpen(true);
    setFailed(false);
    Promise.all([import('../../client/search/SearchDialog'), styleDialogs(styleUrl)]).then(
      ([module]) => setDialog({ component: module.default }),
      () => {
        setOpen(false);
        setFailed(true);
      },
    );
  };

  const Open = open ? dialog?.component : undefined;
  return (
    <>
      <button
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
      {Open && <Open onClose={() => setOpen(false)} />}
    </>
  );
}
