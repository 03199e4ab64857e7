/** The app draws diagrams without a static drawing. It starts when such a diagram comes near the viewport. */
import { isRunning, startApp } from './app';

/** The same distance as in `src/components/Diagram`. */
const NEAR = '300px';

/** Starts the app as soon as a diagram without a drawing comes near the viewport. */
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
