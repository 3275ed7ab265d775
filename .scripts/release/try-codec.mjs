import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.mjs';

const kindOf = (load) =>
  `${load}.then(({ createNodeCodec }) => createNodeCodec({ zstd: 'native' })).then(({ zstdKind }) => console.log('Zstandard is', zstdKind))`;

/** A bundle that has swallowed a native module falls back to WebAssembly, and nobody hears of it: so the native one is demanded, where it was compiled. */
export const tryCodec = async (folder) => {
  if (!existsSync(join(folder, 'node_modules/zstd-napi/build/Release'))) {
    console.log('no native Zstandard was compiled here, so none is tried');
    return;
  }
  for (const load of [`import('@svc/codec-node')`, `Promise.resolve(require('@svc/codec-node'))`])
    await run(process.execPath, ['--eval', kindOf(load)], folder);
};
