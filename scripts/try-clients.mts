/**
 * `npx tsx scripts/try-clients.mts`: runs public tools on the OpenAPI file, the collection, and the workflows, and compiles
 * what they generate. Needs the npm registry and the files of `npm run generate`. Ends with status 1 if a tool fails.
 */
import { exec } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { listVariables } from '../sandbox/seed';
import { startSandbox } from '../sandbox/server';
import { loadSpecification } from '../src/specification/load';
const generated = path.resolve('.generated', 'static');
const input = path.join(generated, 'openapi.json');
const folder = mkdtempSync(path.join(tmpdir(), 'clients-'));
const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
const PACKAGES = `orval@7.13.2 @hey-api/openapi-ts@0.95.0 openapi-typescript-codegen@0.31.0 newman@6.2.2 zod@4.1.13 \
@kubb/cli@4.39.3 @kubb/core@4.39.3 @kubb/plugin-oas@4.39.3 @kubb/plugin-ts@4.39.3 @kubb/plugin-zod@4.39.3 \
swagger-typescript-api@13.3.0 @apidevtools/swagger-parser@12.1.0 typescript@5.9.3`;
const TOOLS = `orval-fetch: orval --client fetch --input ${input} --output orval-fetch/client.ts
orval-zod: orval --client zod --input ${input} --output orval-zod/client.ts
hey-api: openapi-ts --input ${input} --output hey-api
kubb: kubb generate
openapi-typescript-codegen: openapi --input ${input} --output openapi-typescript-codegen
swagger-typescript-api: swagger-typescript-api generate --path ${input} --output swagger-typescript-api`;
const TSC = 'tsc --strict --noEmit --skipLibCheck --target es2022 --module esnext --moduleResolution bundler';
const KUBB = `import { pluginOas } from '@kubb/plugin-oas'; import { pluginTs } from '@kubb/plugin-ts'; import { pluginZod } from '@kubb/plugin-zod';
export default { root: '.', input: { path: '${input}' }, output: { path: './kubb' }, plugins: [pluginOas(), pluginTs(), pluginZod()] };`;
write('package.json', '{ "private": true, "type": "module" }');
write('kubb.config.mjs', KUBB);
write('parse.mjs', `import parser from '@apidevtools/swagger-parser'; await parser.validate('${input}');`);
async function run(name: string, command: string): Promise<void> {
  try {
    await promisify(exec)(command, { cwd: folder, maxBuffer: 1e9 });
    console.log(`✔ ${name}`);
  } catch (failure) {
    console.log(`✖ ${name}\n${JSON.stringify(failure).slice(-3000)}`);
    process.exitCode = 1;
  }
}
await run('install', `npm install --ignore-scripts --no-audit --no-fund ${PACKAGES}`);
for (const [name = '', tool = ''] of TOOLS.split('\n').map((line) => line.split(': '))) {
  await run(name, `npx ${tool} && npx ${TSC} --allowImportingTsExtensions $(find ${name} -name '*.ts')`);
}
await run('swagger-parser', 'node parse.mjs');
const { document } = loadSpecification(path.resolve('.generated', 'openapi.json'));
const { PAI_API_KEY: key = '', PAI_ACCOUNT_ID: account = '' } = listVariables('');
const empty = await startSandbox(document, { port: 0, isEmpty: true });
let collection = readFileSync(path.join(generated, 'downloads', 'pai.postman_collection.json'), 'utf8');
for (const [name, value] of Object.entries({ baseUrl: empty.url, apiKey: key, accountId: account }))
  collection = collection.replace(new RegExp(`("key": "${name}",\\s*"value": )"[^{"]*"`), `$1"${value}"`);
write('collection.json', collection);
await run('newman', 'npx newman run collection.json');
await empty.close();
for (const file of readdirSync(path.join(generated, 'workflows'))) {
  const { url, close } = await startSandbox(document, { port: 0 });
  const command = `node ${path.resolve('node_modules/@redocly/cli/bin/cli.js')} respect ${generated}/workflows/${file}`;
  await run(`respect ${file}`, `${command} --server payments=${url} --input apiKey=${key}`);
  await close();
}
