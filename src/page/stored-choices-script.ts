/**
 * Inline script for the head: marks the page as scripted and sets what the reader chose earlier (language of samples,
 * wrapped code) before the first paint, so that nothing appears and vanishes or moves. A storage that is closed or
 * holds nonsense leaves the defaults.
 */
import { LANGUAGE_KEY, SAMPLE_LANGUAGES } from './languages';
import { WRAP_KEY, WRAPPED } from './code-wrap';

const languages = SAMPLE_LANGUAGES.map(({ id }) => id);
const code = (value: unknown): string => JSON.stringify(value);

export const storedChoicesScript =
  "(function(){var d=document.documentElement;d.dataset.js='';try{" +
  `var l=localStorage.getItem(${code(LANGUAGE_KEY)});if(${code(languages)}.indexOf(l)>=0)d.dataset.sampleLanguage=l;` +
  `if(localStorage.getItem(${code(WRAP_KEY)})===${code(WRAPPED)})d.dataset.wrapCode=''` +
  '}catch(e){}})()';
