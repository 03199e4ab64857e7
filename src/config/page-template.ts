import type { PageScripts } from '../plugins/page-script/bundle';

/**
 * The HTML of every built page, in Docusaurus' template language. Unlike with the default
 * template, the page doesn't load the app's scripts. It passes their names to the page script, which starts them when a
 * reader needs them (`src/page/app.ts`). `npm start` doesn't use the template.
 *
 * @param scripts - The page script, and the menu's.
 * @see https://docusaurus.io/docs/api/docusaurus-config#ssrTemplate
 */
export const pageTemplate = ({ main, menu }: PageScripts): string => `<!DOCTYPE html>
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
    <script src="<%= it.baseUrl %>${main.file}" data-app="<%= it.scripts.map((file) => it.baseUrl + file).join(' ') %>" data-menu="<%= it.baseUrl %>${menu.file}" type="module"></script>
  </head>
  <body <%~ it.bodyAttributes %>>
    <%~ it.preBodyTags %>
    <div id="__docusaurus"><%~ it.appHtml %></div>
    <%~ it.postBodyTags %>
  </body>
</html>
`;
