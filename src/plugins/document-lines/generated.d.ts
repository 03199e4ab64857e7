declare module '@generated/document-lines/default/document-lines.json' {
  /** Descriptions of documents by their addresses. */
  const lines: Readonly<Record<string, string>>;
  export default lines;
}
