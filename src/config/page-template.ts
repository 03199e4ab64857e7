/**
 * Pages that the browser can load before the reader presses their link: prefetched when the pointer rests on the link,
 * and prerendered when the press begins. Excludes files and links that open elsewhere.
 */
const inside = {
  and: [
    { href_matches: '/*' },
    { not: { href_matches: '/*.*' } },
    { not: { selector_matches: '[target], [download]' } },
  ],
};
const speculation = JSON.stringify({
  prefetch: [{ where: inside, eagerness: 'moderate' }],
  prerender: [{ where: inside, eagerness: 'conservative' }],
});

/**
 * The HTML of every built page, in Docusaurus' template language. It differs from the default template in two ways. The
 * page doesn't load the app's scripts. It passes their names to the page script, which starts them when a reader needs
 * them (`src/page/app.ts`). And it has rules for browsers that can prefetch pages. `npm start` doesn't use the template.
 *
 * @param script - File of the page script, relative to the base URL.
 * @see https://docusaurus.io/docs/api/docusaurus-config#ssrTemplate
 */
export const pageTemplate = (script: string): string => `<!DOCTYPE html>
<html <%~ it.htmlAttributes %>>
  <head>
    <meta charset="UTF-8">
    <meta name="generator" content="Docusaurus v<%= it.version %>">
    <% it.metaAttributes.forEach((metaAttribute) => { %>
      <%~ metaAttribute %>
    <% }); %>
    <%~ it.headTags %>
    <% it.stylesheets.forEach((stylesheet) => { %>
      <link rel="stylesheet" href="<%= it.baseUrl %><%= stylesheet %>" />
    <% }); %>
    <script src="<%= it.baseUrl %>${script}" data-app="<%= it.scripts.map((file) => it.baseUrl + file).join(' ') %>" type="module"></script>
    <script type="speculationrules">${speculation}</script>
  </head>
  <body <%~ it.bodyAttributes %>>
    <%~ it.preBodyTags %>
    <div id="__docusaurus"><%~ it.appHtml %></div>
    <%~ it.postBodyTags %>
  </body>
</html>
`;
