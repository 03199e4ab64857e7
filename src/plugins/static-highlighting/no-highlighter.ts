/** Replaces `prism-react-renderer` in the client bundle, because no page highlights code there. */
export const Prism = { languages: {} };
