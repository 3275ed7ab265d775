import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createNodeCodec } from '../../src/index.js';
import { bundle } from '../rigs/bundle.js';

const program = `
  import { createCodecPool } from '@svc/codec-node';
  const pool = createCodecPool({ threads: 2, blake3: 'native' });
  const bytes = new Uint8Array(100_000);
  void pool.nameAll(bytes, [100_000]).then(async (names) => {
    const encoded = await pool.encodeAll(bytes, [{ begin: 0, end: 100_000 }]);
    const decoded = await pool.decodeAll(encoded.map((each) => ({ ...each, rawBytes: 100_000, name: names[0] })));
    console.log(names[0], encoded[0]?.encoding, decoded[0]?.byteLength);
  });
`;

describe('the pool in a bundle', () => {
  for (const format of ['esm', 'cjs'] as const) {
    it(`works from ${format}, in any working directory`, async () => {
      const { file, remove } = await bundle(program, format);
      try {
        const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: tmpdir() });
        const name = (await createNodeCodec()).blake3Hex(new Uint8Array(100_000));
        expect(stdout).to.equal(`${name} 1 100000\n`);
      } finally {
        await remove();
      }
    });
  }
});
