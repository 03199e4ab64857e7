/** Every kind of page looks as it did when it was last looked at. See README.md here. */
import { expect } from '../support/site';
import { tolerance } from './compare';
import { show, test } from './show';
import { views } from './views';

for (const view of views) {
  test(`${view.file.replace('.png', '')}: ${view.route} at ${view.width} px, ${view.mode}`, async ({ page }) => {
    await show(page, view);
    await expect(page, `${view.route} looks different; see tests/visual/README.md`).toHaveScreenshot(view.file, {
      ...tolerance,
      // A busy machine needs a while for two pictures that are the same.
      timeout: 30_000,
    });
  });
}
