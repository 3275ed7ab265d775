import { build, type Plugin } from 'esbuild';
import { inlineWorker } from '../../../.config/inline-worker.mjs';

/** What is installed is loaded from where it lies. */
const loadInstalled: Plugin = {
  name: 'load-installed',
  setup: (plugin) => {
    plugin.onResolve({ filter: /^[^./]/ }, ({ path }) => (path.startsWith('@svc/') ? undefined : { path, external: true }));
  },
};

/**
 * A program of this repository as one script, which is cheaper than to have each process that runs it find and compile a thousand files. `program` begins in
 * `folder`; there is the script to be run, too, as it finds there what is installed.
 */
export const bundleSources = async (program: string, folder: string, format: 'esm' | 'cjs' = 'esm'): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    format,
    platform: 'node',
    target: 'node20.19',
    conditions: ['source'],
    plugins: [loadInstalled, inlineWorker],
    logLevel: 'error',
  });
  return outputFiles.map(({ text }) => text).join('');
};

/** What Node is started with to run a script that comes through its standard input; parameters of the script follow. */
export const scriptFromInput: readonly string[] = ['--input-type=module', '-'];
