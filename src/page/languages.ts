/** The languages of request samples, in the order of the tabs; the first one is shown until the reader chooses. */
export const SAMPLE_LANGUAGES = [
  { id: 'curl', label: 'curl' },
  { id: 'javascript', label: 'JavaScript' },
  { id: 'python', label: 'Python' },
  { id: 'php', label: 'PHP' },
  { id: 'go', label: 'Go' },
] as const;

export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]['id'];

/** Key in the browser's local storage under which the chosen language is kept. */
export const LANGUAGE_KEY = 'pai.sample-language';
