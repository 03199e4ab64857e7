import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * One line per rule that the page breaks, with the first element that breaks it. All of axe's rules are asked. Only
 * violations are reported in full, and frames are left out, of which the site has none: it takes half the time.
 */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { passes, violations } = await axe.analyze();
  if (passes.length === 0) throw new Error(`axe has looked at nothing on ${page.url()}.`);
  return violations.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html ?? ''}`);
}
