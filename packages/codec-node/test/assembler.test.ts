import { createHash } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { type ChunkBatch, chunkColumns, createCodecPool, createNodeCodec } from '../src/index.js';
import { samples, sampleKinds } from './rigs/samples.js';
import { seededTest } from './rigs/seeded-test.js';

const codec = await createNodeCodec();

interface StoredObject {
  readonly bytes: Uint8Array;
  readonly batch: Omit<ChunkBatch, 'to'> & { readonly names: Uint8Array };
}

/** Chunks of every kind and any length, stored at odd places. */
const storedObject = (random: SeededRandom): StoredObject => {
  const chunks = random.shuffled(sampleKinds).map((kind) => samples[kind](random, 1 + random.integer(200_000)));
  const bytes = Buffer.concat(chunks);
  const stored = new Uint8Array(new SharedArrayBuffer(bytes.byteLength + 7 * chunks.length));
  const table = new Uint32Array(chunks.length * chunkColumns);
  let at = 0;
  chunks.forEach((chunk, index) => {
    const encoded = codec.encode(chunk);
    at += random.integer(7);
    stored.set(encoded.bytes, at);
    table.set([at, encoded.bytes.byteLength, chunk.byteLength, encoded.encoding], index * chunkColumns);
    at += encoded.bytes.byteLength;
  });
  const names = Buffer.from(chunks.map((chunk) => codec.blake3Hex(chunk)).join(''), 'hex');
  const raw = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  return { bytes, batch: { stored, table, names, raw } };
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('an assembler', () => {
  const pool = createCodecPool({ threads: 2 });
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-assembler-'));
  });
  after(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });

  seededTest('gives back what was stored, its hash, and a file of it', async (random) => {
    const { bytes, batch } = storedObject(random);
    const path = join(folder, 'whole');
    const file = await open(path, 'w');
    const [kept, written] = await Promise.all([pool.openAssembler(), pool.openAssembler()]);
    const all = { chunks: sampleKinds.length, rawBytes: bytes.byteLength };
    expect(await kept.add({ ...batch, to: undefined })).to.deep.equal(all);
    expect(Buffer.compare(batch.raw, bytes)).to.equal(0);
    expect(await written.add({ ...batch, to: { descriptor: file.fd, position: 5 } })).to.deep.equal(all);
    expect([await kept.close(), await written.close()]).to.deep.equal(Array(2).fill(sha256(bytes)));
    await file.close();
    expect(Buffer.compare(await readFile(path), Buffer.concat([new Uint8Array(5), bytes]))).to.equal(0);
  });

  seededTest(
    'stops before a chunk that is damaged, or has another name or length, and goes on with the right one',
    async (random) => {
      const { bytes, batch } = storedObject(random);
      const damaged = random.integer(sampleKinds.length);
      const [at = 0] = batch.table.subarray(damaged * chunkColumns);
      const goodBytes = Array.from({ length: damaged }, (_, index) => batch.table[index * chunkColumns + 2] ?? 0);
      const before = { chunks: damaged, rawBytes: goodBytes.reduce((sum, each) => sum + each, 0) };
      const assembler = await pool.openAssembler();
      const changes: readonly (readonly [Uint8Array | Uint32Array, number, number])[] = [
        [batch.stored, at, 1 + random.integer(255)],
        [batch.names, damaged * 32 + random.integer(32), 1 + random.integer(255)],
        // No encoding has such a number. Another one may make up the same bytes.
        [batch.table, damaged * chunkColumns + 3, 16],
      ];
      for (const [memory, place, flip] of changes) {
        memory[place] = (memory[place] ?? 0) ^ flip;
        const other = await pool.openAssembler();
        expect(await other.add({ ...batch, to: undefined })).to.deep.equal(before);
        expect(await other.close()).to.equal(sha256(bytes.subarray(0, before.rawBytes)));
        memory[place] = (memory[place] ?? 0) ^ flip;
      }
      expect(await assembler.add({ ...batch, to: undefined })).to.include({ chunks: sampleKinds.length });
      expect(await assembler.close()).to.equal(sha256(bytes));
    },
  );

  seededTest('leaves it to the hash of the whole which chunks are right where they have no names', async (random) => {
    const { bytes, batch } = storedObject(random);
    const all = { chunks: sampleKinds.length, rawBytes: bytes.byteLength };
    const right = await pool.openAssembler();
    expect(await right.add({ ...batch, names: undefined, to: undefined })).to.deep.equal(all);
    expect(await right.close()).to.equal(sha256(bytes));
    // A chunk that is stored as it is decodes to whatever it has become.
    const stored = new Uint8Array(new SharedArrayBuffer(1));
    const name = Buffer.from(codec.blake3Hex(Uint8Array.of(1)), 'hex');
    for (const [names, chunks] of [
      [undefined, 1],
      [name, 0],
    ] as const) {
      const wrong = await pool.openAssembler();
      const table = Uint32Array.of(0, 1, 1, 0);
      expect(await wrong.add({ stored, raw: stored, table, names, to: undefined })).to.include({ chunks });
      expect(await wrong.close()).to.equal(sha256(stored.subarray(0, chunks)));
    }
  });

  it('tells the code of a system that refuses to write', async () => {
    const path = join(folder, 'read only');
    await writeFile(path, '');
    const file = await open(path, 'r');
    const assembler = await pool.openAssembler();
    const stored = new Uint8Array(new SharedArrayBuffer(1));
    const batch = { stored, raw: stored, table: Uint32Array.of(0, 1, 1, 0), names: Buffer.from(codec.blake3Hex(stored), 'hex') };
    expect(await assembler.add({ ...batch, to: { descriptor: file.fd, position: 0 } })).to.deep.equal({ code: 'EBADF' });
    await assembler.close();
    await file.close();
  });
});
