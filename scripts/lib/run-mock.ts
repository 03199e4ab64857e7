/**
 * The part of `npm run mock` that needs the installed packages: bundle, start, and say what the reader does next.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenApiDocument } from '../../src/description/types';
import { bundleDescription } from './description';
import { startMock, type Exchange, type Mock } from './mock';
import { exportLine } from './mock-environment';

/** `POST /v1/… → 400 (createCustomer): what is wrong`. */
function lineOf({ method, target, status, operationId, problem }: Exchange): string {
  const name = operationId === undefined ? '' : ` (${operationId})`;
  return `${method} ${target} → ${status}${name}${problem === undefined ? '' : `: ${problem}`}`;
}

/**
 * Bundles the description of the working folder and starts the mock on it.
 *
 * @param port TCP port of this machine
 * @param file where the bundle is written: the webhook tutorials take their events from it
 * @throws if the description is broken, the port is taken or the mock does not start
 */
export async function runMock(port: number, file: string): Promise<Mock> {
  const description = (await bundleDescription(path.join('api-spec', 'openapi.yaml'))) as OpenApiDocument;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(description, null, 2)}\n`);
  const mock = await startMock(description, { port, onExchange: (exchange) => console.log(lineOf(exchange)) });
  console.log(`A mock of the API answers ${mock.operationCount} operations on ${mock.url} (stop it with Ctrl+C).`);
  console.log('In the shell where you follow the tutorials, run:\n');
  console.log(`${exportLine(mock.url)}\n`);
  return mock;
}
