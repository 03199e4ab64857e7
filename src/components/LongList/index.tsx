import { useEffect, useRef, useState, type ReactNode } from 'react';
import { listsOf } from 'long-lists';

interface Props {
  /** Name of the enumeration in the description. */
  name: string;
}

/**
 * The values of a long enumeration, such as all currencies, separated by commas. They are in the HTML of the page, and
 * the script of the page does not repeat them: Preact leaves what the server wrote as it is. Only a reader who comes by
 * a link inside the site, and so gets no HTML, loads the lists, which all pages share.
 */
export default function LongList({ name }: Props): ReactNode {
  const element = useRef<HTMLElement>(null);
  // The same object each time: Preact would write the HTML anew for another.
  const [html] = useState(() => ({ __html: listsOf.onServer(name) }));
  useEffect(() => {
    const code = element.current;
    if (code?.textContent === '') {
      void listsOf().then((lists) => {
        code.textContent = (lists[name] ?? []).join(', ');
      });
    }
  }, [name]);
  return <code ref={element} suppressHydrationWarning dangerouslySetInnerHTML={html} />;
}
