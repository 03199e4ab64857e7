/**
 * Inline script for the head. Marks the page as scripted and applies the reader's saved sample language
 * before the first paint, so that nothing flashes or moves. If storage is blocked or contains invalid
 * values, the default stays.
 */
import { LANGUAGE_KEY, SAMPLE_LANGUAGES } from './languages';

const languages = SAMPLE_LANGUAGES.map(({ id }) => id);
const code = (value: unknown): string => JSON.stringify(value);

export const storedChoicesScript =
  "(function(){var d=document.documentElement;d.dataset.js='';try{" +
  `var l=localStorage.getItem(${code(LANGUAGE_KEY)});if(${code(languages)}.indexOf(l)>=0)d.dataset.sampleLanguage=l` +
  '}catch(e){}})()';
