import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../packages/codec-node/src/pool/worker-main.ts', import.meta.url));

/** The threads of the codec pool as one script of CommonJS, whose `require` resolves from the `base` that it is started with. */
export const bundleWorker = (esbuild, further) =>
  esbuild.build({
    entryPoints: [entry],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    external: ['@bokuweb/zstd-wasm', '@napi-rs/blake-hash', 'hash-wasm', 'zstd-napi', 'zstddec'],
    // Without a base of its own an `import()` would resolve from the working directory.
    supported: { 'dynamic-import': false },
    banner: { js: '(require=>{const module={exports:{}};' },
    footer: { js: "})(require('node:module').createRequire(require('node:worker_threads').workerData.base));" },
    logLevel: 'error',
    ...further,
    write: false,
  });

/** Puts the code of the codec pool's threads into a bundle, which has no file for them. */
export const inlineWorker = {
  name: 'inline-worker',
  setup: (plugin) => {
    plugin.onLoad({ filter: /codec-node[\\/]src[\\/]pool[\\/]worker-code\.ts$/ }, async () => {
      const { outputFiles } = await bundleWorker(plugin.esbuild, { minify: true });
      return {
        loader: 'ts',
        contents: `export const workerCode = {
          code: ${JSON.stringify(outputFiles.map(({ text }) => text).join(''))},
          base: import.meta.url ?? __filename,
          execArgv: [],
        };`,
      };
    });
  },
};
