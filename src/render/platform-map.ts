/**
 * `<PlatformMap />`: the parts of the platform as a list that the style sheet lays out as a map, so that the picture
 * and its text are one thing. In: `src/data/platform-map.ts` and the description. Each part links to its concept and
 * to its calls; an operation that the description does not know stops the build.
 */
import type { Element } from 'hast';
import { platformMap } from '../data/platform-map';
import type { Description } from '../description/description';
import { children, h } from './hast';
import { operationLink } from './overview';

export function renderPlatformMap(description: Description): Element {
  return h(
    'ol',
    { className: ['map'] },
    platformMap.map(({ id, name, concept, text, gives, calls }) =>
      h(
        'li',
        { className: ['map__part', `map__part--${id}`] },
        h('p', { className: ['map__name'] }, h('a', { href: concept }, name)),
        h('p', text),
        children(
          gives && h('p', { className: ['map__gives'] }, 'Its ID is ', h('code', gives.field), ` in ${gives.to}.`),
        ),
        h(
          'p',
          { className: ['map__calls'] },
          calls.flatMap((call) => [operationLink(description.getOperation(call), undefined, undefined), ' ']),
        ),
      ),
    ),
  );
}
