/** A diagram that stands in the page as its source alone is drawn by the app, which starts when the diagram comes near. */
import { isRunning, startApp } from './app';

/** The same distance at which `src/components/Diagram` draws. */
const NEAR = '300px';

/** Starts the app as soon as a diagram that is not drawn yet comes near the view. */
export function startForDiagrams(): void {
  const undrawn = Array.from(document.querySelectorAll('.diagram:empty'));
  if (isRunning() || undrawn.length === 0) return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      startApp();
    },
    { rootMargin: NEAR },
  );
  for (const diagram of undrawn) observer.observe(diagram);
}
