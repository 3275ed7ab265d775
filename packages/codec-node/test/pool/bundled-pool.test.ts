import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createNodeCodec, type ZstdChoice } from '../../src/index.js';
import { bundle } from '../rigs/bundle.js';

/** What a bundler leaves to be loaded late is loaded in threads too. */
const programWith = (zstd: ZstdChoice): string => `
  import { createCodecPool } from '@svc/codec-node';
  const pool = createCodecPool({ threads: 2, blake3: 'native', zstd: '${zstd}' });
  const bytes = new Uint8Array(100_000);
  void pool.nameAll(bytes, [100_000]).then(async (names) => {
    const encoded = await pool.encodeAll(bytes, [{ begin: 0, end: 100_000 }]);
    const decoded = await pool.decodeAll(encoded.map((each) => ({ ...each, rawBytes: 100_000, name: names[0] })));
    console.log(names[0], encoded[0]?.encoding, decoded[0]?.byteLength);
  });
`;

describe('the pool in a bundle', () => {
  for (const [format, zstd] of [
    ['esm', 'native'],
    ['esm', 'wasm'],
    ['cjs', 'native'],
    ['cjs', 'wasm'],
  ] as const) {
    it(`works from ${format}, in any working directory, with Zstandard as ${zstd}`, async () => {
      const { file, remove } = await bundle(programWith(zstd), format);
      try {
        const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { cwd: tmpdir() });
        const name = (await createNodeCodec()).blake3Hex(new Uint8Array(100_000));
        expect({ stdout, stderr }).to.deep.equal({ stdout: `${name} 1 100000\n`, stderr: '' });
      } finally {
        await remove();
      }
    });
  }
});
