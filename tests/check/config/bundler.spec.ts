/**
 * Docusaurus' own modules and what it generates are left as they are: no plugin of this site has the bundler put a loader
 * on them, or something else in the place of React. Upgrades may change their form, which is nobody's promise.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { LoadContext } from '@docusaurus/types';
import { expect, test } from '@playwright/test';
import clientBundle from '../../../src/plugins/client-bundle';
import descriptionDependency from '../../../src/plugins/description-dependency';
import purgeCss from '../../../src/plugins/purge-css';
import staticHighlighting from '../../../src/plugins/static-highlighting';
import { root } from '../../support/routes';

type Condition = RegExp | string | ((file: string) => boolean) | readonly Condition[] | undefined;

interface Rule {
  readonly test?: Condition;
  readonly include?: Condition;
  readonly resource?: Condition;
}

interface Bundler {
  readonly module?: { readonly rules?: readonly Rule[] };
  readonly resolve?: { readonly alias?: Record<string, string> };
}

interface Plugin {
  readonly name: string;
  readonly configureWebpack: (config: object, isServer: boolean, utils: object) => Bundler;
}

/** Modules that must stay as they are. */
const untouchable = [
  ...['registry.js', 'routes.js', 'routesChunkNames.json', 'globalData.json', 'docusaurus.config.mjs'].map((file) =>
    path.join(root, '.docusaurus', file),
  ),
  path.join(root, '.docusaurus', 'docusaurus-plugin-content-docs', 'default', 'p', 'index-123.json'),
  path.join(root, 'node_modules', '@docusaurus', 'core', 'lib', 'client', 'App.js'),
  path.join(root, 'node_modules', '@docusaurus', 'core', 'lib', 'client', 'clientEntry.js'),
];

/** Whether a rule's condition takes a file, as the bundler does: a text is the beginning of a path. */
function matches(condition: Condition, file: string): boolean {
  if (condition === undefined) return true;
  if (typeof condition === 'function') return condition(file);
  if (typeof condition === 'string') return file.startsWith(condition);
  if (condition instanceof RegExp) return condition.test(file);
  return condition.some((one) => matches(one, file));
}

/** What a plugin's part of the bundler's configuration does to modules that must stay as they are. */
function listFindings(name: string, { module, resolve }: Bundler): string[] {
  const rules = (module?.rules ?? []).flatMap((rule) =>
    untouchable
      .filter((file) => [rule.test, rule.include, rule.resource].every((condition) => matches(condition, file)))
      .map((file) => `${name}: a rule matches ${path.relative(root, file)}`),
  );
  const aliases = Object.keys(resolve?.alias ?? {}).filter((alias) =>
    /^(?:react|react-dom|@docusaurus\/core|@generated)/.test(alias),
  );
  return [...rules, ...aliases.map((alias) => `${name}: "${alias}" is another module`)];
}

const context = {
  ...{ siteDir: root, outDir: root, baseUrl: '/', generatedFilesDir: root, siteStorage: { namespace: '' } },
} as unknown as LoadContext;

/** What Docusaurus passes to a plugin of the bundler. */
const utils = { currentBundler: { instance: { DefinePlugin: Object } } };

/** The plugins that take part in the bundler's configuration, by their folders. */
const plugins: Record<string, Plugin> = {
  'client-bundle': clientBundle() as Plugin,
  'description-dependency': descriptionDependency(context) as Plugin,
  'purge-css': purgeCss(context) as Plugin,
  'static-highlighting': staticHighlighting() as Plugin,
};

test("no plugin touches Docusaurus' own modules or the code it generates", () => {
  const folder = path.join(root, 'src', 'plugins');
  const taking = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|cjs)$/.test(file))
    .filter((file) => readFileSync(path.join(folder, file), 'utf8').includes('configureWebpack'))
    .map((file) => path.dirname(file));
  expect(taking.sort(), 'each of them is tried here').toEqual(Object.keys(plugins).sort());
  const findings = Object.values(plugins).flatMap((plugin) =>
    [false, true].flatMap((isServer) =>
      listFindings(plugin.name, plugin.configureWebpack({ mode: 'production' }, isServer, utils)),
    ),
  );
  console.log(`${taking.length} plugins, ${untouchable.length} modules`);
  expect(findings).toEqual([]);
});

test('finds a rule that rewrites a generated module, and a second React', () => {
  const config: Bundler = {
    module: {
      rules: [
        { test: (file) => file.includes(path.join('.docusaurus', 'registry.js')) },
        { test: [/App\.js$/] },
        { test: /\.mdx$/ },
      ],
    },
    resolve: { alias: { react: 'preact/compat', 'prism-react-renderer$': 'x' } },
  };
  expect(listFindings('x', config)).toHaveLength(3);
});

test('a page is compiled again when the specification changes, and one with a diagram when its drawing does', () => {
  const load = createRequire(__filename)('../../../src/plugins/description-dependency/loader.cjs') as (
    this: object,
    source: string,
  ) => string;
  const listDependencies = (source: string): string[] => {
    const added: string[] = [];
    const add = (name: string) => added.push(path.basename(name));
    const getOptions = () => ({ generated: '.generated', drawings: 'diagrams', byName: false });
    expect(load.call({ getOptions, addDependency: add, addContextDependency: add }, source)).toBe(source);
    return added;
  };
  const always = ['backlinks.json', 'openapi.json', 'payload-types.json'];
  expect(listDependencies('Words.')).toEqual(always);
  expect(listDependencies('```js file=examples/x/y.mjs\n```')).toEqual([...always, 'y.mjs']);
  expect(listDependencies('```mermaid\nflowchart LR\n```')).toEqual([...always, 'diagrams']);
});
