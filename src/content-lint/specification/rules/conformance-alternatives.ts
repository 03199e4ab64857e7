/** Rules of the specification that are told by values: what a place must let through and what it must refuse. */
import type { Description } from '../description';
import type { Finding, Report } from '../finding';
import { schemasAt } from '../find-schemas';
import { ALTERNATIVES } from '../specification-table';
import { createValidator } from '../validator';

export function conformingAlternatives(description: Description): Report {
  const findings: Finding[] = [];
  const validator = createValidator(description);
  let checked = 0;
  for (const { at, good, bad } of ALTERNATIVES) {
    const places = schemasAt(description, at);
    if (places.length === 0) findings.push({ pointer: '', message: `"${at}" is not described` });
    for (const { pointer } of places) {
      checked += good.length + bad.length;
      for (const value of good) {
        const wrong = validator.wrong(pointer, value);
        if (wrong !== undefined)
          findings.push({ pointer, message: `"${at}" must let ${JSON.stringify(value)} through: ${wrong}` });
      }
      for (const value of bad.filter((item) => validator.wrong(pointer, item) === undefined)) {
        findings.push({ pointer, message: `"${at}" must refuse ${JSON.stringify(value)}` });
      }
    }
  }
  return { findings, checked, counts: { 'values tried': checked } };
}
