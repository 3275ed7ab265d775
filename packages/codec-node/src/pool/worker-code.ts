/** What a worker thread runs: CommonJS. Its `workerData` carries `base`, from which it resolves packages. */
export interface WorkerCode {
  readonly code: string;
  readonly base: string;
}

const loader = import.meta.resolve('tsx/esm/api');
const entry = import.meta.resolve('./worker-main.ts');

/** From the sources, as in tests, by the loader that runs them. Bundlers replace this file: see inline-worker.ts of the repository's configuration. */
export const workerCode: WorkerCode = {
  code: `import('${loader}').then(({ register }) => register()).then(() => import('${entry}'));`,
  base: import.meta.url,
};
