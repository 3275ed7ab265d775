import { defineConfig } from 'tsup';
import { inlineWorker } from '../../.config/inline-worker.mjs';

// One file from the sources: the @svc packages are inlined through their `source` condition, so nothing has to be built
// before. So are libraries of hundreds of small files, the finding of which would be a quarter of what a start costs; everything else stays in node_modules,
// native modules among it.
export default defineConfig({
  entry: { 'svc-server': 'src/svc-server.ts' },
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  sourcemap: true,
  silent: true,
  skipNodeModulesBundle: true,
  noExternal: [/^@svc\//, 'kysely', 'zod', '@noble/hashes'],
  esbuildPlugins: [inlineWorker],
  esbuildOptions: (options) => {
    options.conditions = ['source'];
    // The server reads its maps at its start, for lines of sources in what it logs, and keeps them: the sources' texts would be two thirds of that.
    options.sourcesContent = false;
  },
});
