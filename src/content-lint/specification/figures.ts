/**
 * The twelve figures of the description: what is measured, our figure and the target, made by the rules of the checks.
 *
 * Input: the description and the README (for the world of examples). Output: rows in a fixed order, and the table of
 * them as Markdown. Rejects when a tool gives no report.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listOperations, SOURCE, type Description } from './description';
import type { Report } from './finding';
import { clientCompiles } from './rules/client';
import { conformingAlternatives } from './rules/conformance-alternatives';
import { conformingEnumerations } from './rules/conformance-enumerations';
import { conformingFields, conformingMarks } from './rules/conformance-fields';
import { conformingLimits } from './rules/conformance-limits';
import { conformingOperations, conformingParameters, conformingSecurity } from './rules/conformance-operations';
import { conformingResponses, conformingStatuses } from './rules/conformance-statuses';
import { described } from './rules/described';
import { enumerationDescriptions } from './rules/enumeration-descriptions';
import { errorMatrix } from './rules/error-matrix';
import { exampleValidity } from './rules/example-validity';
import { mockAnswers } from './rules/mock';
import { checkNamedExamples } from './rules/named-examples';
import { operationIds } from './rules/operation-ids';
import { plausiblePages } from './rules/pages';
import { plainPaths } from './rules/paths';
import { postmanImport } from './rules/postman';
import { computeMedianWords, operationDescriptions, summaries } from './rules/prose-of-operations';
import { plainProse } from './rules/raw-markup';
import { redoclyProblems } from './rules/redocly';
import { sampledBodies } from './rules/sampler';
import { scalarExamples } from './rules/scalar-examples';
import { spectralProblems } from './rules/spectral';
import { typesCompile } from './rules/types';
import { creationTimes, worldIdentifiers, listExampleIds, worldRecords, worldSums } from './rules/example-consistency';

export interface Figure {
  readonly row: number;
  readonly what: string;
  readonly ours: string;
  readonly target: string;
}

const FIGURES_START = '<!-- figures:start -->';
const FIGURES_END = '<!-- figures:end -->';

const count = (report: Report, name: string): string => String(report.counts?.[name] ?? 0);
const findings = (...reports: readonly Report[]): string =>
  String(reports.reduce((sum, report) => sum + report.findings.length, 0));
/** How many of the things that a rule looked at are without a finding: `68 of 68`. */
const clean = (report: Report, all = report.checked): string =>
  `${String(all - report.findings.length)} of ${String(all)}`;

/** Figure of a linter from its reports on source and bundle: errors/warnings. */
export function lintFigure(reports: readonly Report[]): string {
  return ['errors', 'warnings']
    .map((name) => String(reports.reduce((sum, report) => sum + (report.counts?.[name] ?? 0), 0)))
    .join('/');
}

/** Lints the source and the bundle with both linters. */
export async function lintReports(description: Description): Promise<{ redocly: Report[]; spectral: Report[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'description-'));
  const bundle = join(folder, 'openapi.json');
  writeFileSync(bundle, JSON.stringify(description, null, 2));
  try {
    return {
      redocly: [await redoclyProblems(SOURCE), await redoclyProblems(bundle)],
      spectral: [await spectralProblems(SOURCE), await spectralProblems(bundle)],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function conformanceFigure(description: Description): string {
  const operations = conformingOperations(description);
  const parameters = conformingParameters(description);
  const fields = conformingFields(description);
  const enumerations = conformingEnumerations(description);
  const limits = conformingLimits(description);
  const statuses = conformingStatuses(description);
  const rest = [conformingSecurity, conformingMarks, conformingAlternatives, conformingResponses].map((rule) =>
    rule(description),
  );
  const compared = [
    `${count(operations, 'operations')} operations`,
    `${count(parameters, 'query parameters')} query parameters`,
    `${count(fields, 'fields')} fields of ${count(fields, 'entities')} entities`,
    `${count(enumerations, 'enumerations')} enumerations with ${count(enumerations, 'values')} values`,
    `${count(limits, 'limits')} limits`,
    `${count(statuses, 'statuses')} statuses`,
  ].join(', ');
  return `${compared}: ${findings(operations, parameters, fields, enumerations, limits, statuses, ...rest)} missing or extra`;
}

/** Row of the tools from their reports. */
export function toolsFigure({ types, client, postman, mock }: ToolReports): string {
  const refused = ['missing required fields', 'over-long fields', 'wrong enumeration values', 'missing keys']
    .map((kind) => `${count(mock, kind)} ${kind}`)
    .join(', ');
  return (
    `types of ${count(types, 'operations')} operations, ${count(client, 'operations')} methods of a client, ` +
    `${count(postman, 'requests')} Postman requests, ${count(mock, 'calls answered as described')} mock responses; rejected: ${refused}; ` +
    `${findings(types, client, postman, mock)} findings`
  );
}

export interface ToolReports {
  readonly types: Report;
  readonly client: Report;
  readonly postman: Report;
  readonly mock: Report;
}

/** Gives the description to all tools. */
export async function toolReports(description: Description): Promise<ToolReports> {
  return {
    types: await typesCompile(description),
    client: await clientCompiles(description),
    postman: await postmanImport(description),
    mock: await mockAnswers(description),
  };
}

/** The rows that take long: the linters' and the tools'. Their own tests compare them with the README. */
export interface SlowFigures {
  readonly redocly: string;
  readonly spectral: string;
  readonly tools: string;
}
export const REDOCLY_ROW = 1;
export const SPECTRAL_ROW = 2;
export const TOOLS_ROW = 12;

/** Measures what takes long. */
export async function computeSlowFigures(description: Description): Promise<SlowFigures> {
  const { redocly, spectral } = await lintReports(description);
  const tools = toolsFigure(await toolReports(description));
  return { redocly: lintFigure(redocly), spectral: lintFigure(spectral), tools };
}

/** The twelve figures and, below them, what else holds; measured here but for the slow ones. */
export function computeFigures(description: Description, readme: string, slow: SlowFigures): Figure[] {
  const total = listOperations(description).length;
  const examples = exampleValidity(description);
  const errors = errorMatrix(description);
  const samples = sampledBodies(description);
  const meanings = enumerationDescriptions(description);
  const identifiers = worldIdentifiers(description, listExampleIds(readme));
  const sums = worldSums(description);
  const pages = plausiblePages(description);
  const records = worldRecords(description, creationTimes(readme));
  const rows: readonly Omit<Figure, 'row'>[] = [
    {
      what: '`redocly lint` with `recommended-strict`: errors/warnings, without the two rules that the source specification violates (`redocly.yaml`)',
      ours: slow.redocly,
      target: '0/0',
    },
    {
      what: '`spectral:oas`: errors/warnings, without the one rule that the source specification violates (`.spectral.yaml`)',
      ours: slow.spectral,
      target: '0/0',
    },
    {
      what: 'Operations with a summary that starts with a verb; descriptions with fewer than 40 words (events: 12); median number of words',
      ours: `${clean(summaries(description))}; ${findings(operationDescriptions(description))}; ${String(computeMedianWords(description))}`,
      target: 'all; 0; 40 or more',
    },
    {
      what: 'Request bodies with a complete, named example',
      ours: clean(checkNamedExamples(description, 'request bodies')),
      target: 'all',
    },
    {
      what: 'JSON success responses with a named example',
      ours: clean(checkNamedExamples(description, 'success responses')),
      target: 'all',
    },
    {
      what: 'Examples that violate their schema, including events and properties',
      ours: `${String(examples.findings.length)} of ${String(examples.checked)}`,
      target: '0',
    },
    { what: 'Error matrix: expected responses that exist, each with an example', ours: clean(errors), target: 'all' },
    {
      what: 'Properties, parameters, headers, tags, schemas, bodies, and responses with an adequate description',
      ours: clean(described(description)),
      target: 'all',
    },
    {
      what: 'Scalar properties with an example; bodies that the sampler fills without placeholders and in line with the schema',
      ours: `${clean(scalarExamples(description))}; ${clean(samples)}`,
      target: 'all; all',
    },
    {
      what: 'Enums of up to 30 values that describe each value',
      ours: `${clean(meanings)}, ${count(meanings, 'values')} values`,
      target: 'all',
    },
    {
      what: "Conformance with the source specification's tables, both ways",
      ours: conformanceFigure(description),
      target: '68 operations, 0 missing or extra',
    },
    {
      what: 'Tools: types and a generated client compile, Postman imports the file, a mock accepts valid and rejects invalid requests',
      ours: slow.tools,
      target: `${Array.from({ length: 4 }, () => total).join(', ')}; 0 findings`,
    },
    {
      what: 'Operation IDs that work as URLs; texts without raw markup; distinguishable paths',
      ours: [operationIds, plainProse, plainPaths].map((rule) => clean(rule(description))).join('; '),
      target: 'all',
    },
    {
      what: "Example data: unknown IDs; contradicting facts; sums that don't add up; impossible pagination",
      ours: [identifiers, records, sums, pages]
        .map((report) => `${findings(report)} of ${String(report.checked)}`)
        .join('; '),
      target: '0; 0; 0; 0',
    },
  ];
  return rows.map((row, index) => ({ row: index + 1, ...row }));
}

/** The figures as a Markdown table. */
export function figuresTable(figures: readonly Figure[]): string {
  const lines = figures.map(
    (figure) => `| ${String(figure.row)} | ${figure.what} | ${figure.ours} | ${figure.target} |`,
  );
  return ['| # | What | Figure | Target |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** The README with the table between its markers; throws when the markers are missing. */
export function withFigures(readme: string, table: string): string {
  const start = readme.indexOf(FIGURES_START);
  const end = readme.indexOf(FIGURES_END);
  if (start < 0 || end < start) {
    throw new Error(
      `api-spec/README.md has no ${FIGURES_START} … ${FIGURES_END}; put the two markers where the table belongs`,
    );
  }
  return `${readme.slice(0, start)}${FIGURES_START}\n\n${table}\n\n${readme.slice(end)}`;
}

/** The table between the markers of the README, cells trimmed so that a formatter may align them. */
export function figuresIn(readme: string): string[] {
  const [, rest = ''] = readme.split(FIGURES_START);
  const [table = ''] = rest.split(FIGURES_END);
  return splitRows(table);
}

/** Our figure in a row of the README's table. */
export function figureIn(readme: string, row: number): string | undefined {
  return figuresIn(readme)[row]?.split('|')[3];
}

/** The rows of a Markdown table, cells trimmed, without the line below the head. */
export function splitRows(table: string): string[] {
  return table
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|-]+$/.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .join('|'),
    );
}
