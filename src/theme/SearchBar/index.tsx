import { useState, type ComponentType, type ReactNode } from 'react';
import Head from '@docusaurus/Head';
import { reloadOutdated } from '../../client/chunk-failure';
import { styleDialogs } from '../../page/dialog-styles';

type Dialog = ComponentType<{ onClose: () => void }>;

/**
 * The button that opens the search, in the slot that the classic theme leaves empty. `src/page/search-keys.ts` presses it
 * for the shortcuts `Ctrl K`, `⌘ K`, and `/`. The dialog, search engine, and index load when a reader first opens it.
 *
 * It's the last item of the navbar, which is aligned to the right. A browser that knows `expect` first paints the page once it has
 * parsed the status after the button, so that the items before it don't shift.
 */
export default function SearchBar(): ReactNode {
  const [dialog, setDialog] = useState<{ component: Dialog }>();
  // Each opening has a number, so that a dialog that is still closing can't close the next one.
  const [opened, setOpened] = useState(0);
  const [closed, setClosed] = useState(0);
  const [failed, setFailed] = useState(false);

  const show = (): void => {
    const opening = opened + 1;
    setOpened(opening);
    setFailed(false);
    Promise.all([import('../../client/search/SearchDialog'), styleDialogs()]).then(
      ([module]) => setDialog({ component: module.default }),
      (error: unknown) => {
        setClosed(opening);
        setFailed(true);
        // After a deploy during the visit, only the new page has the dialog.
        void reloadOutdated(error);
      },
    );
  };

  const Open = opened > closed ? dialog?.component : undefined;
  return (
    <>
      <Head>
        <link rel="expect" href="#search-status" blocking="render" />
      </Head>
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
      <span id="search-status" className={failed ? 'search-button__failed' : 'visually-hidden'} role="status">
        {failed && "Couldn't load search. Check your connection and try again."}
      </span>
      {Open && <Open key={opened} onClose={() => setClosed(opened)} />}
    </>
  );
}
