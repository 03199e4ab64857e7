/**
 * Inline script for the head: marks the page as scripted and sets the stored sample language before the first paint,
 * so that no panel appears and vanishes. A storage that is closed or holds nonsense leaves the first language.
 */
import { LANGUAGE_KEY, SAMPLE_LANGUAGES } from './languages';

export const languageScript = `(function(){var d=document.documentElement;d.dataset.js='';try{var l=localStorage.getItem(${JSON.stringify(
  LANGUAGE_KEY,
)});if(${JSON.stringify(SAMPLE_LANGUAGES.map(({ id }) => id))}.indexOf(l)>=0)d.dataset.sampleLanguage=l}catch(e){}})()`;
