/**
 * Pages inside the site that the browser may load before the reader presses their link: fetched when the pointer rests on
 * the link, made ready to be shown when the press begins. Files and links that open beside the page are left out.
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
 * The HTML of every built page, in Docusaurus' template language. As the stock one, but for two things: the app's scripts
 * are not loaded with the page, they are named to the page's own script, which starts them when a reader needs them
 * (`src/page/app.ts`); and browsers that can load the next page ahead are told so. `npm start` takes no template.
 *
 * @param script file of the page's own script below the site's base
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
