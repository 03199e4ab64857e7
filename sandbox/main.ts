/**
 * The sandbox's command line, shared by `npm run sandbox` and the file that readers download.
 *
 * Prints how to use the sandbox and a line per request. Ends with status 1 and one line if an option is wrong, the port
 * is taken or the data file can't be read. Runs until it's interrupted.
 */
import { parseArgs } from 'node:util';
import type { OpenApiDocument } from '../src/description/types';
import { explainAssumptions } from './assumptions';
import { listVariables } from './seed';
import { type Exchange, startSandbox } from './server';

/** The lines of `--help`; `command` is what the reader typed to get here. */
export function describeUsage(command: string): string {
  return `Usage: ${command} [options]

  --port <number>   Port to listen on (default: the variable PORT, or 4010)
  --data <file>     Keep all objects in a file
  --empty           Start without the example data
  --start <time>    Start at this time, such as 2027-01-01T00:00:00Z (default: your computer's time).
                    With the example data, it's 2026-11-20T12:00:00Z at the earliest
  --lenient         Accept fields and query parameters that the API doesn't know
  --host <address>  Listen on this address instead of 127.0.0.1; others can then reach the sandbox
  --explain         List what the sandbox assumes where the API isn't documented, and exit
  --help            Show this help, and exit
`;
}

/**
 * Says that the sandbox doesn't start at the time that `--start` asks for, because of its data.
 *
 * @returns a line to print, or nothing if the clock shows that time
 */
export function describeMovedStart(start: string | undefined, now: string): string | undefined {
  if (start === undefined || Math.abs(Date.parse(now) - Date.parse(start)) < 60_000) return undefined;
  return `The clock shows ${now}, not ${start}: the example data reaches until then, and a data file keeps its own time. To start earlier, add --empty, and use a new file.`;
}

/** `POST /v1/… → 400 (createCustomer): what is wrong`. */
function describeExchange({ method, target, status, operationId, problem }: Exchange): string {
  const name = operationId === undefined ? '' : ` (${operationId})`;
  return `${method} ${target} → ${status}${name}${problem === undefined ? '' : `: ${problem}`}`;
}

/**
 * Runs the command line.
 *
 * @param args arguments after the program's name
 * @param command what to show in the help
 * @param readDocument gives the OpenAPI file
 */
export async function runCommandLine(
  args: string[],
  command: string,
  readDocument: () => OpenApiDocument | Promise<OpenApiDocument>,
): Promise<void> {
  const stop = (message: string): never => {
    console.error(message);
    process.exit(1);
  };
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    port: text,
    data: text,
    host: text,
    start: text,
    empty: flag,
    lenient: flag,
    explain: flag,
    help: flag,
  };
  const { values } = ((): ReturnType<typeof parseArgs<{ options: typeof options }>> => {
    try {
      return parseArgs({ args, options });
    } catch (error) {
      return stop(`${(error as Error).message}\n\n${describeUsage(command)}`);
    }
  })();
  if (values.help || values.explain) {
    console.log(values.help ? describeUsage(command) : explainAssumptions());
    return;
  }
  const port = Number(values.port ?? process.env['PORT'] ?? 4010);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    stop(`The port "${values.port ?? process.env['PORT'] ?? ''}" isn't a number from 0 to 65535.`);
  if (values.start !== undefined && Number.isNaN(Date.parse(values.start)))
    stop(`"${values.start}" isn't a time. Write it like this: --start 2027-01-01T00:00:00Z`);
  const document = await readDocument();
  const sandbox = await startSandbox(document, {
    port,
    host: values.host,
    isEmpty: values.empty,
    startAt: values.start,
    isLenient: values.lenient,
    dataFile: values.data,
    onExchange: (exchange) => console.log(describeExchange(exchange)),
  }).catch((error: unknown) =>
    stop(
      (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
        ? `Port ${port} is taken. Stop what uses it, or choose another one: --port ${port + 1}`
        : (error as Error).message,
    ),
  );
  console.log(`The sandbox serves ${sandbox.operationCount} operations on ${sandbox.url} (stop it with Ctrl+C).`);
  const moved = describeMovedStart(values.start, sandbox.world.now);
  if (moved !== undefined) console.log(moved);
  if (values.host !== undefined)
    console.log(`It listens on ${values.host}: whoever reaches this machine can read and change its records.`);
  const variables = Object.entries(listVariables(sandbox.url)).filter(
    ([name]) => !values.empty || name !== 'PAI_ORGANIZATION_ID',
  );
  console.log(
    `In the shell where you follow the tutorials, run:\n\nexport ${variables.map(([name, value]) => `${name}=${value}`).join(' ')}\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
