/**
 * What points a tutorial at the local mock: the merchant of the examples (api-spec/README.md).
 */

/** The variables that samples read without a step that sets them, for a mock at `url`. The mock takes any key. */
export function tutorialEnvironment(url: string): Record<string, string> {
  return {
    PAI_API: url,
    PAI_API_KEY: 'local',
    PAI_ORGANIZATION_ID: '5f2b8c1e-7a94-4d3b-9c60-2e81f0a7d4b3',
    PAI_ACCOUNT_ID: '0b9f6a52-3c1d-4e87-a2f4-6d5e8c7b9a10',
    ACCOUNT_SECRET: 'Tidewick-Roast-2026',
  };
}

/** The one line to be pasted into a shell. */
export function exportLine(url: string): string {
  const assignments = Object.entries(tutorialEnvironment(url)).map(([name, value]) => `${name}=${value}`);
  return `export ${assignments.join(' ')}`;
}
