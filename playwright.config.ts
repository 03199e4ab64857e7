import { defineConfig, devices } from '@playwright/test';
import { browserEnvironment } from './scripts/lib/browser-fonts';
import type { EngineName } from './tests/engines/engine';

const executablePath = process.env['CHROMIUM_PATH'];

/** What a headless Chromium needs in a container, and what keeps it from calling its maker's hosts. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters are drawn the same way on every machine: in gray, where they stand, unhinted.
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

const chromium = {
  ...devices['Desktop Chrome'],
  launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args, env: browserEnvironment() },
};

/** The engines that `npm run test:engines` tries, each with one window in a process of its own. */
const engines = (['firefox', 'webkit'] as const).map((engineName) => ({
  name: engineName,
  testDir: 'tests/engines',
  workers: 1,
  // A page can take seconds in these browsers on a busy machine, and a test opens up to 13.
  timeout: 180_000,
  use: { engineName },
}));

/**
 * `check` needs neither build nor browser; `built` reads the production build; `rules` builds broken copies; `tutorials` and
 * `deploy` start the sandbox and nginx; `site` opens the production build in Chromium, and `visual` compares pictures.
 */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: 'tests',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  workers: 2,
  reporter: [['list'], ...(process.env['CI'] === undefined ? [] : ([['html', { open: 'never' }]] as const))],
  // A machine that also runs other work can be several times slower. Nothing is measured by these limits.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Long tests first, so that both workers are busy to the end.
  projects: [
    { name: 'rules', testDir: 'tests/rules', fullyParallel: false },
    { name: 'tutorials', testDir: 'tests', testMatch: /tests\/(tutorials|sandbox)\/.*\.spec\.ts/ },
    { name: 'deploy', testDir: 'tests/deploy', fullyParallel: false, timeout: 300_000 },
    { name: 'site', testDir: 'tests/site', use: chromium },
    {
      name: 'visual',
      testDir: 'tests/visual',
      snapshotPathTemplate: 'tests/visual/pictures/{arg}{ext}',
      use: chromium,
    },
    // One process, so that each page is parsed once for all checks (`tests/support/html.ts`).
    { name: 'built', testDir: 'tests/built', workers: 1 },
    { name: 'check', testDir: 'tests/check' },
    ...engines,
  ],
});
