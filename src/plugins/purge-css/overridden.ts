import { type Declaration, parse, type Rule } from 'postcss';

/** Selectors of the root element, whose custom properties all elements inherit. */
const ROOT = /^(?::root|html)?(?:\[data-theme=['"]?\w+['"]?\])?$/;

const isInLayer = (declaration: Declaration): boolean => {
  for (let node = declaration.parent?.parent; node; node = node.parent) {
    if (node.type === 'atrule' && 'name' in node && node.name === 'layer') return true;
  }
  return false;
};

/**
 * Removes the root element's custom properties that a style sheet sets in a cascade layer, and again outside of any
 * layer. Rules outside win, whatever the selectors, so the ones in the layer (Infima's colors, fonts, and drawings) have no
 * effect. They're a twentieth of the compressed style sheet.
 *
 * @param css - A style sheet.
 * @returns The style sheet without them.
 * @throws CssSyntaxError if the style sheet isn't valid.
 */
export function dropOverridden(css: string): string {
  const root = parse(css);
  const own = new Set<string>();
  root.walkDecls(/^--/, (declaration) => {
    const { selectors } = declaration.parent as Rule;
    const isUnconditional = declaration.parent?.parent === root;
    if (isUnconditional && selectors.includes(':root')) own.add(declaration.prop);
  });
  root.walkDecls(/^--/, (declaration) => {
    const { selectors } = declaration.parent as Rule;
    if (own.has(declaration.prop) && isInLayer(declaration) && selectors.every((selector) => ROOT.test(selector)))
      declaration.remove();
  });
  return root.toString();
}
