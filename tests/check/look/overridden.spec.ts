/** The build drops custom properties that can't have an effect, and no others. */
import { expect, test } from '@playwright/test';
import { dropOverridden } from '../../../src/plugins/purge-css/overridden';

const OWN = ":root,[data-theme='dark']{--a:2}";

test('drops the properties of a layer that are set again outside of layers', () => {
  const layer = '@layer infima{:root{--a:1;--b:1}html[data-theme=dark]{--a:3}p{color:var(--a)}}';
  expect(dropOverridden(`${layer}${OWN}`)).toBe(
    `@layer infima{:root{--b:1}html[data-theme=dark]{}p{color:var(--a)}}${OWN}`,
  );
});

test('keeps properties that have an effect', () => {
  for (const css of [
    // On elements other than the root, the layer's property has an effect.
    `@layer infima{.navbar{--a:1}:root,p{--a:1}}${OWN}`,
    // Both are in a layer, or in none.
    '@layer infima{:root{--a:1}}@layer site{:root{--a:2}}',
    `html[data-theme=dark]{--a:3}${OWN}`,
    // The second one applies to some devices, or to one color mode.
    '@layer infima{:root{--a:1}}@media print{:root{--a:2}}',
    '@layer infima{:root{--a:1}}[data-theme=dark]{--a:2}',
  ])
    expect(dropOverridden(css)).toBe(css);
});
