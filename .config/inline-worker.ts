import { fileURLToPath } from 'node:url';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];
type PluginBuild = Parameters<Plugin['setup']>[0];

const entry = fileURLToPath(new URL('../packages/codec-node/src/pool/worker-main.ts', import.meta.url));

/** The threads of the codec pool as one script of CommonJS, whose `require` resolves from the `base` that it is started with. */
const bundleWorker = async (esbuild: PluginBuild['esbuild']): Promise<string> => {
  const { outputFiles } = await esbuild.build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
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
  });
  return outputFiles.map(({ text }) => text).join('');
};

/** Puts the code of the codec pool's threads into a bundle, which has no file for them. */
export const inlineWorker: Plugin = {
  name: 'inline-worker',
  setup: (plugin) => {
    plugin.onLoad({ filter: /codec-node[\\/]src[\\/]pool[\\/]worker-code\.ts$/ }, async () => ({
      loader: 'ts',
      contents: `export const workerCode = {
        code: ${JSON.stringify(await bundleWorker(plugin.esbuild))},
        base: typeof __filename === 'string' ? __filename : import.meta.url,
      };`,
    }));
  },
};
