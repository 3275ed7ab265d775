/** What Node is started with to run TypeScript as it lies in the repository. */
export const runSources: readonly string[] = [
  '--import',
  new URL('../../../.config/typescript/register.mjs', import.meta.url).href,
  '--conditions=source',
];
