/**
 * Request samples in five languages, as one tab group. All panels are in the HTML, each with its label; with
 * JavaScript a tab list appears and the style sheet shows the chosen language only (see src/client).
 */
import type { Element } from 'hast';
import { SAMPLE_LANGUAGES, type SampleLanguage } from '../../page/languages';
import { codeBox, copyButton } from '../code-figure';
import { children, type Child, h } from '../hast';
import { curl } from './curl';
import { go } from './go';
import { javascript } from './javascript';
import { php } from './php';
import { python } from './python';
import { type SampleRequest, listVariables } from './request';

const GENERATORS: Record<
  SampleLanguage,
  { grammar: string; generate: (request: SampleRequest, host: string) => string }
> = {
  curl: { grammar: 'bash', generate: curl },
  javascript: { grammar: 'javascript', generate: javascript },
  python: { grammar: 'python', generate: python },
  php: { grammar: 'php', generate: php },
  go: { grammar: 'go', generate: go },
};

/** The source of a sample. */
export function sampleSource(language: SampleLanguage, request: SampleRequest, host: string): string {
  return GENERATORS[language].generate(request, host);
}

/**
 * The tab group of a request.
 * @param id - start of the ids of tabs and panels; unique on the page.
 * @param what - what the samples do, for labels: `Create a customer`.
 */
export function sampleTabs(request: SampleRequest, host: string, id: string, what: string): Element {
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
        className: ['sample__panel', 'code'],
        role: 'tabpanel',
        id: `${id}-${language}`,
        ariaLabelledBy: `${id}-tab-${language}`,
        dataLanguage: language,
      },
      h('p', { className: ['sample__label'] }, label),
      copyButton(`${label} sample`),
      codeBox({
        source: sampleSource(language, request, host),
        language: GENERATORS[language].grammar,
        label: `${what}: ${label} sample`,
      }),
    ),
  );
  const variables = listVariables(request);
  const list = variables.flatMap((name, index): Child[] => [index > 0 && ', ', h('code', name)]);
  return h(
    'div',
    { className: ['sample'] },
    children(
      h('div', { className: ['sample__tabs'], role: 'tablist', ariaLabel: 'Programming language' }, tabs),
      panels,
      variables.length > 0 && h('p', { className: ['sample__needs'] }, children('Environment variables: ', list, '.')),
    ),
  );
}
