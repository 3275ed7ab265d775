import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { apiReference } from './api-reference.ts';
import { compressed } from './compressed.ts';

/** The pages: sources in `app`, built into `dist/pages`. The client and what it needs of core are taken from their sources. */
export default defineConfig({
  root: 'app',
  // Every URL in the page is relative to its `<base>`, so that one build serves under any path.
  base: './',
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false, reactAliasesEnabled: false }), compressed(), apiReference()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: '../dist/pages',
    emptyOutDir: true,
    target: 'es2022',
    assetsDir: 'assets',
    // Nothing is inlined: the Content-Security-Policy lets no `data:` URL in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      output: { entryFileNames: 'assets/[name]-[hash].js' },
      // Its index starts a WebAssembly module that the policy refuses and that nothing here uses.
      treeshake: { moduleSideEffects: (id) => !id.includes('/hyparquet-compressors/') },
    },
  },
  worker: { format: 'es' },
});
