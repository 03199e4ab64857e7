import path from 'node:path';
import type { PluginConfig } from '@docusaurus/types';
import { createApiPage, createInfoPage } from '../reference/pages';
import { freshReferenceFolder } from './routes';

/** The OpenAPI plugin: one page per operation and webhook event, grouped by tag in the sidebar. */
export function openapi(siteDir: string): PluginConfig {
  const templates = path.join(siteDir, 'src', 'reference', 'templates');
  return [
    'docusaurus-plugin-openapi-docs',
    {
      id: 'openapi',
      docsPluginId: 'default',
      config: {
        payments: {
          specPath: '.generated/openapi.yaml',
          outputDir: freshReferenceFolder,
          sidebarOptions: { groupPathsBy: 'tag' },
          template: path.join(templates, 'operation.mustache'),
          infoTemplate: path.join(templates, 'overview.mustache'),
          markdownGenerators: { createApiPageMD: createApiPage, createInfoPageMD: createInfoPage },
        },
      },
    },
  ];
}
