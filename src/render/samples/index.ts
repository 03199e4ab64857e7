/**
 * Request samples in five languages, as one tab group. All panels are in the HTML, each with its label; with
 * JavaScript a tab list appears and the style sheet shows the chosen language only (see src/client).
 */
import type { Element } from 'hast';
import { SAMPLE_LANGUAGES } from '../../page/languages';
import { codeBox, copyButton } from '../code-figure';
import { h } from '../hast';
import type { Specification, Operation } from '../../specification/specification';
import { PRINTERS } from './languages';
import { sampleRequest, type SampleRequest } from './request';

/** One sample, in the form of the `x-codeSamples` extension. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/**
 * The samples of an operation for `x-codeSamples`: the first example of its body, in curl and JavaScript.
 *
 * @param operation - Not an event: PAI sends those.
 */
export function codeSamples(specification: Specification, operation: Operation): CodeSample[] {
  const content = specification.media(operation.requestBody?.content);
  const example = content && specification.examples(content.media)[0]?.value;
  const request = sampleRequest(specification, operation, example === undefined ? {} : { example });
  return [
    { lang: 'Shell', label: 'curl', source: PRINTERS.curl(request) },
    { lang: 'JavaScript', label: 'JavaScript', source: PRINTERS.javascript(request) },
  ];
}

/**
 * The tab group of a request.
 * @param id - start of the ids of tabs and panels; unique on the page.
 * @param what - what the samples do, for labels: `Create a customer`.
 */
export function sampleTabs(request: SampleRequest, id: string, what: string): Element {
  const tabs = SAMPLE_LANGUAGES.map(({ id: language, label }, index) =>
    h(
      'button',
      {
        type: 'button',
        className: ['sample__tab'],
        role: 'tab',
        id: `${id}-tab-${language}`,
        ariaControls: `${id}-${language}`,
        ariaSelected: index === 0 ? 'true' : 'false',
        tabIndex: index === 0 ? 0 : -1,
        dataLanguage: language,
      },
      label,
    ),
  );
  const panels = SAMPLE_LANGUAGES.map(({ id: language, label }) =>
    h(
      'div',
      {
        className: ['sample__panel'],
        role: 'tabpanel',
        id: `${id}-${language}`,
        ariaLabelledBy: `${id}-tab-${language}`,
        dataLanguage: language,
      },
      h('p', { className: ['sample__label'] }, label),
      codeBox({ source: PRINTERS[language](request), language }, true),
    ),
  );
  return h(
    'div',
    { className: ['sample', 'code'] },
    h(
      'div',
      { className: ['code__bar'] },
      h('div', { className: ['sample__tabs'], role: 'tablist', ariaLabel: 'Programming language' }, tabs),
      copyButton(`sample: ${what}`),
    ),
    panels,
  );
}
