/**
 * The highlighter. The languages of prismjs add themselves to a global `Prism`, which this module sets, and `highlight.ts`
 * loads them after it.
 */
import Prism from 'prismjs';

(globalThis as { Prism?: typeof Prism }).Prism = Prism;

export { Prism };
