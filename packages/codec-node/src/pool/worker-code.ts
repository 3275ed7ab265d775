/** What a worker thread runs: CommonJS. Its `workerData` carries `base`, from which it resolves packages. */
export interface WorkerCode {
  readonly code: string;
  readonly base: string;
  /** What Node is told for it; what this process was told when absent. */
  readonly execArgv?: readonly string[];
}

const loader = import.meta.resolve('tsx/esm/api');
const entry = import.meta.resolve('./worker-main.ts');

/** From the sources, by a loader of its own. Bundlers and the tests replace this file: see inline-worker.mjs of the repository's configuration. */
export const workerCode: WorkerCode = {
  code: `import('${loader}').then(({ register }) => register()).then(() => import('${entry}'));`,
  base: import.meta.url,
};
