import type { PluginConfig } from '@docusaurus/types';
import { createApiPage, createInfoPage } from '../reference/pages';
import { freshReferenceFolder } from '../site/routes';

/** The OpenAPI plugin: one page per operation and webhook event, grouped by tag in the sidebar. */
export const openapi: PluginConfig = [
  'docusaurus-plugin-openapi-docs',
  {
    id: 'openapi',
    docsPluginId: 'default',
    config: {
      payments: {
        specPath: '.generated/openapi.yaml',
        outputDir: freshReferenceFolder,
        sidebarOptions: { groupPathsBy: 'tag' },
        template: 'src/reference/templates/operation.mustache',
        infoTemplate: 'src/reference/templates/overview.mustache',
        markdownGenerators: { createApiPageMD: createApiPage, createInfoPageMD: createInfoPage },
      },
    },
  },
];
