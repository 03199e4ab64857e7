/** The languages of code samples, in the order of the tabs. The first one is the default. */
export const SAMPLE_LANGUAGES = [
  { id: 'curl', label: 'curl' },
  { id: 'javascript', label: 'JavaScript' },
  { id: 'python', label: 'Python' },
  { id: 'php', label: 'PHP' },
  { id: 'go', label: 'Go' },
] as const;

export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]['id'];

/** Key of the selected language in local storage. */
export const LANGUAGE_KEY = 'pai.sample-language';
