import { useState, type ReactNode } from 'react';
import { useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { twinOf } from '../../client/page-files';

const IDLE = 'Copy page';
const COPIED_MS = 2000;

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}

/** Copies what stands at an address. Safari only lets a page copy what it promises while the click is handled. */
async function copyFrom(url: string): Promise<void> {
  const text = fetchText(url);
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** What takes the page away: its Markdown twin is copied or opened. */
export default function PageTools(): ReactNode {
  const twin = useBaseUrl(twinOf(useLocation().pathname));
  const [word, setWord] = useState(IDLE);
  const copy = (): void => {
    void copyFrom(twin)
      .then(
        () => 'Copied',
        () => 'Copying failed',
      )
      .then((result) => {
        setWord(result);
        setTimeout(() => setWord(IDLE), COPIED_MS);
      });
  };
  return (
    <div className="page-tools">
      <button type="button" className="page-tools__copy" onClick={copy}>
        {word}
      </button>
      <span className="visually-hidden" role="status">
        {word === IDLE ? '' : word}
      </span>
      {/* eslint-disable-next-line @docusaurus/no-html-links -- A file, not a route: the router must not try to open it. */}
      <a href={twin}>View as Markdown</a>
    </div>
  );
}
