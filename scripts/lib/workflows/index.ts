/** Writes one Arazzo document per tutorial to `workflows/` of the site. `npm run generate` calls this. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { loadDescription } from '../../../src/description/load';
import { findingText } from '../../../src/coverage/finding';
import { parsePages, readSources } from '../../../src/coverage/pages';
import { YAML_STYLE } from '../yaml-style';
import { type ArazzoDocument, buildWorkflow } from './arazzo';

/** Folder of the tutorials, from the repository's root. */
const TUTORIALS = 'docs/get-started/tutorials/';

/**
 * Generates the workflows of all tutorials.
 *
 * @param root - Path of the repository. Requires `.generated/openapi.json`.
 * @returns The documents by name of the tutorial.
 * @throws If a page isn't valid MDX, or if a request of a tutorial doesn't fit the specification.
 */
export function buildWorkflows(root: string): Map<string, ArazzoDocument> {
  const { pages, findings } = parsePages(readSources(root).filter(({ file }) => file.startsWith(TUTORIALS)));
  if (findings.length > 0) throw new Error(findings.map(findingText).join('\n  '));
  const description = loadDescription(path.join(root, '.generated', 'openapi.json'));
  const { version } = description.document.info;
  return new Map(pages.map((page) => [path.basename(page.file, '.mdx'), buildWorkflow(page, description, version)]));
}

/** The text of a workflow's file. */
export function formatWorkflow(workflow: ArazzoDocument): string {
  return stringify(workflow, YAML_STYLE);
}

/**
 * Writes `.generated/static/workflows/`, and removes the workflows of tutorials that don't exist anymore.
 *
 * @returns The number of workflows.
 */
export function writeWorkflows(root: string): number {
  const workflows = buildWorkflows(root);
  const folder = path.join(root, '.generated', 'static', 'workflows');
  mkdirSync(folder, { recursive: true });
  const files = new Set([...workflows.keys()].map((name) => `${name}.yaml`));
  for (const old of readdirSync(folder)) if (!files.has(old)) rmSync(path.join(folder, old));
  for (const [name, workflow] of workflows) writeFileSync(path.join(folder, `${name}.yaml`), formatWorkflow(workflow));
  return workflows.size;
}
