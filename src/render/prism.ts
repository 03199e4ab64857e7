/**
 * The highlighter of the site's package for that, prism-react-renderer, with the languages that the pages need. The
 * languages of prismjs add themselves to a global `Prism`, so it must be set before they are loaded: this module sets
 * it, and `highlight.ts` loads them after it.
 */
import { Prism } from 'prism-react-renderer';

(globalThis as { Prism?: typeof Prism }).Prism = Prism;

// It brings a language for the inside of regular expressions, whose tokens no color is given to. JavaScript would use it.
delete Prism.languages['regex'];

export { Prism };
