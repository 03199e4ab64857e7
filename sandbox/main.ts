/** The sandbox's command line, shared by `npm run sandbox` and the file that readers download. Prints a line per request. */
import { parseArgs } from 'node:util';
import type { OpenApiDocument } from '../src/specification/types';
import assumptions from './assumptions.json';
import { listVariables } from './seed';
import { type Exchange, startSandbox } from './server';

/** The lines of `--help`; `command` is what the reader typed to get here. */
const describeUsage = (command: string): string => `Usage: ${command} [options]

  --port <number>          Port to listen on (default: the variable PORT, or 4010)
  --data <file>            Keep all objects in a file
  --empty                  Start without the example data
  --allow-origin <origin>  Let pages of this origin, such as http://localhost:5173, call the sandbox. Other pages can't.
                           For development only: keys don't belong in browsers
  --explain                List what the sandbox decides by itself, such as what a PUT does to omitted fields, and exit
  --help                   Show this help, and exit
`;

/** What the sandbox decides by itself, as text. */
function explainAssumptions(): string {
  const parts = Object.entries(assumptions).map(
    ([about, lines]) => `${about}:\n${lines.map((line) => `  - ${line}\n`).join('')}`,
  );
  return `The sandbox decides these points by itself. PAI can differ.\n\n${parts.join('\n')}`;
}

/** `POST /v1/… → 400 (createCustomer): what is wrong`. */
function describeExchange({ method, target, status, operationId, problem }: Exchange): string {
  const name = operationId === undefined ? '' : ` (${operationId})`;
  return `${method} ${target} → ${status}${name}${problem === undefined ? '' : `: ${problem}`}`;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const OPTIONS = {
  ...{ port: text, data: text, empty: flag, explain: flag, help: flag },
  'allow-origin': { type: 'string', multiple: true },
} as const;

/** Runs the command line, with the arguments after the program's name, and the `command` to show in the help. */
export async function runCommandLine(
  args: string[],
  command: string,
  readDocument: () => OpenApiDocument | Promise<OpenApiDocument>,
): Promise<void> {
  const stop = (message: string): never => {
    console.error(message);
    process.exit(1);
  };
  const readOptions = () => {
    try {
      return parseArgs({ args, options: OPTIONS }).values;
    } catch (error) {
      return stop(`${(error as Error).message}\n\n${describeUsage(command)}`);
    }
  };
  const { help, explain, data: dataFile, empty: isEmpty, ...values } = readOptions();
  if (help || explain) {
    console.log(help ? describeUsage(command) : explainAssumptions());
    return;
  }
  const wantedPort = values.port ?? process.env['PORT'] ?? '4010';
  const port = Number(wantedPort);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    stop(`The port "${wantedPort}" isn't a number from 0 to 65535.`);
  const sandbox = await startSandbox(await readDocument(), {
    ...{ port, isEmpty, dataFile, allowedOrigins: values['allow-origin'] },
    onExchange: (exchange) => console.log(describeExchange(exchange)),
    onAdvice: (advice) => console.log(`→ ${advice}`),
  }).catch((error: unknown) =>
    stop(
      (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
        ? `Port ${port} is taken. Stop what uses it, or choose another one: --port ${port + 1}`
        : (error as Error).message,
    ),
  );
  console.log(`The sandbox serves ${sandbox.operationCount} operations on ${sandbox.url} (stop it with Ctrl+C).`);
  const names = ['PAI_API', 'PAI_API_KEY', ...(isEmpty ? [] : ['PAI_ORGANIZATION_ID'])];
  const variables = listVariables(sandbox.url);
  const lines = names.map((name) => `export ${name}=${variables[name] ?? ''}`);
  console.log(`In the shell where you send requests, run:\n\n${lines.join('\n')}\n`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
