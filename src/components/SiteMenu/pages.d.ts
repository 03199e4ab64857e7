/** What Docusaurus' docs plugin gives every page with a sidebar. */
declare module '@generated/docusaurus-plugin-content-docs/default/p/index-466.json' {
  const pages: { version: import('@docusaurus/plugin-content-docs').PropVersionMetadata };
  export default pages;
}
