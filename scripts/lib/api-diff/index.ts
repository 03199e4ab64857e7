/**
 * The classified difference between two OpenAPI files.
 *
 * Written here because no maintained package does it: those that understand OpenAPI 3.1 are programs for other platforms
 * that a lockfile can't pin.
 */
import semver from 'semver';
import { type Change, levels, type Node, SpecFile } from './change';
import { compareContract } from './operations';
import { compareTexts } from './texts';
import { isRecord, toRecord } from '../../../src/description/json';

export type { Change, Level } from './change';

/**
 * Compares two OpenAPI files.
 *
 * @param before the old file, bundled and parsed
 * @param after the new file, bundled and parsed
 * @returns every change once, the gravest first
 * @throws if one of them is no OpenAPI file, or a reference leads nowhere
 */
export function diffSpecs(before: unknown, after: unknown): Change[] {
  for (const document of [before, after]) {
    if (!isRecord(document) || typeof document['openapi'] !== 'string') {
      throw new Error('One of the two files isn\'t an OpenAPI file: "openapi: 3.x" is missing.');
    }
  }
  const [old, now] = [before as Node, after as Node];
  const found = [...compareContract(new SpecFile(old), new SpecFile(now)), ...compareTexts(old, now)];
  const unique = new Map(found.map((change) => [`${change.level} ${change.place} ${change.what}`, change]));
  return levels.flatMap((level) => [...unique.values()].filter((change) => change.level === level));
}

const getVersion = (document: unknown): string => String(toRecord(toRecord(document)['info'])['version']);

/**
 * Checks the new file's version against its changes.
 *
 * @param before the old file
 * @param after the new file
 * @param changes what is different between them
 * @returns what is wrong and what to do; undefined if the version is fine
 * @throws if a version isn't a semantic one
 */
export function versionProblem(before: unknown, after: unknown, changes: readonly Change[]): string | undefined {
  const [old, now] = [getVersion(before), getVersion(after)];
  const breaking = changes.filter(({ level }) => level === 'breaking');
  for (const version of [old, now]) {
    if (semver.valid(version) === null)
      throw new Error(`info.version "${version}" isn't a semantic version such as 1.2.3.`);
  }
  if (semver.lt(now, old)) return `info.version decreased from ${old} to ${now}. Set it to ${old} or higher.`;
  if (breaking.length === 0) return undefined;
  // Before 1.0.0, the minor version announces breaking changes (semver.org, section 4 and common practice).
  const least = semver.major(old) === 0 ? `0.${semver.minor(old) + 1}.0` : `${semver.major(old) + 1}.0.0`;
  if (semver.gte(now, least)) return undefined;
  const count = breaking.length === 1 ? 'A change breaks' : `${breaking.length} changes break`;
  return `${count} existing integrations, and info.version is ${now} (released: ${old}). Revert the change, or set info.version in api-spec/openapi.yaml to ${least} or higher.`;
}
