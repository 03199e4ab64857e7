/** Stands in for `prism-react-renderer` in the browser bundle: no page highlights code there. */
export const Prism = { languages: {} };
