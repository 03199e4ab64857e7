/**
 * `<PlatformMap />`: the parts of the platform as a list that the style sheet lays out as a map, so that the picture
 * and its text are one thing. Each part links to its concept and names the field with its ID.
 */
import type { Element } from 'hast';
import { platformMap } from '../data/platform-map';
import { children, h } from './hast';

export function renderPlatformMap(): Element {
  return h(
    'ol',
    { className: ['map'] },
    platformMap.map(({ id, name, concept, text, gives }) =>
      h(
        'li',
        { className: ['map__part', `map__part--${id}`] },
        children(
          h('p', { className: ['map__name'] }, h('a', { href: concept }, name)),
          h('p', text),
          gives && h('p', { className: ['map__gives'] }, h('code', gives)),
        ),
      ),
    ),
  );
}
