import { defineConfig } from 'tsup';
import { inlineWorker } from '../../.config/inline-worker.mjs';

// One file from the sources, as the reference server: the @svc packages are inlined through their `source` condition, so that the
// command runs in a checkout before anything else is built. What is not ours stays in node_modules, native modules among it.
export default defineConfig({
  entry: { svc: 'src/svc.ts' },
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  sourcemap: true,
  silent: true,
  skipNodeModulesBundle: true,
  noExternal: [/^@svc\//],
  esbuildPlugins: [inlineWorker],
  esbuildOptions: (options) => {
    options.conditions = ['source'];
  },
});
