import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SeededRandom } from '@svc/conformance';
import { type ChunkProfile, createChunker, portableCodec, profiles } from '@svc/core/chunking';
import { expect } from 'chai';
import { createCodecPool, type PooledCutter, slabPlace } from '../src/index.js';
import { samples, sampleKinds } from './rigs/samples.js';
import { seededTest } from './rigs/seeded-test.js';

const codec = portableCodec();
const slabBytes = 300_000;
const slabs = 3;

/** What a stream is cut into: each chunk's bytes in hex are too long to compare, so its name and its length stand for it. */
interface Cut {
  readonly names: readonly string[];
  readonly lengths: readonly number[];
  readonly sha256: string | undefined;
}

const expected = (profile: ChunkProfile, bytes: Uint8Array): Cut => {
  const chunker = createChunker(profile);
  const chunks = [...chunker.push(bytes), ...chunker.finish()];
  return {
    names: chunks.map((chunk) => codec.blake3Hex(chunk)),
    lengths: chunks.map((chunk) => chunk.byteLength),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
};

/** Cuts a stream with two slabs asked for at a time, as a push does. */
const cutAll = async (cutter: PooledCutter, bytes: Uint8Array, descriptor: number | undefined): Promise<Cut> => {
  const cuts = [];
  for (let position = 0, slab = 0; position < bytes.byteLength; position += slabBytes, slab = (slab + 1) % slabs) {
    const sizeBytes = Math.min(slabBytes, bytes.byteLength - position);
    if (descriptor === undefined) {
      if (cuts.length >= 2) await cuts.at(-2);
      cutter.bytes.set(bytes.subarray(position, position + sizeBytes), slabPlace(slab, slabBytes));
    }
    const from = descriptor === undefined ? undefined : { descriptor, position };
    cuts.push(cutter.cut({ slab, sizeBytes, isLast: position + sizeBytes === bytes.byteLength, from }));
  }
  const names: string[] = [];
  const lengths: number[] = [];
  let sha256: string | undefined;
  for (const cut of await Promise.all(cuts)) {
    if ('code' in cut) expect.fail(`unread: ${String(cut.code)}`);
    cut.ends.forEach((end, index) => {
      names.push(Buffer.from(cut.names.subarray(32 * index, 32 * index + 32)).toString('hex'));
      lengths.push(end - (cut.ends[index - 1] ?? cut.begin));
    });
    ({ sha256 } = cut);
  }
  return { names, lengths, sha256 };
};

const someBytes = (random: SeededRandom): Uint8Array =>
  Buffer.concat(random.shuffled(sampleKinds).map((kind) => samples[kind](random, 100_000 + random.integer(300_000))));

describe('a slab cutter', () => {
  const pool = createCodecPool({ threads: 2 });
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-slab-cutter-'));
  });
  after(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });

  for (const profile of Object.values(profiles)) {
    seededTest(`cuts and names a stream as the portable chunker does, however it is read: ${profile.name}`, async (random) => {
      const bytes = someBytes(random);
      const path = join(folder, profile.name);
      await writeFile(path, bytes);
      const file = await open(path);
      try {
        const options = { profile, slabs, slabBytes, hashesStream: true };
        const [byThread, byCaller] = await Promise.all([pool.openCutter(options), pool.openCutter(options)]);
        // Two at the same time, perhaps on one thread: neither disturbs the other.
        const cuts = await Promise.all([cutAll(byThread, bytes, file.fd), cutAll(byCaller, bytes, undefined)]);
        const wanted = expected(profile, bytes);
        for (const cut of cuts) expect(cut).to.deep.equal(wanted);
        await Promise.all([byThread.close(), byCaller.close()]);
      } finally {
        await file.close();
      }
    });
  }

  const profile = profiles['fastcdc-16k'];

  it('does not hash a stream whose hash nobody wants', async () => {
    const cutter = await pool.openCutter({ profile, slabs, slabBytes, hashesStream: false });
    const cut = await cutter.cut({ slab: 0, sizeBytes: 1000, isLast: true, from: undefined });
    expect(cut).to.include({ sha256: undefined });
    await cutter.close();
  });

  it('tells that a file ends too early, and the code of a system that refuses to read it', async () => {
    const path = join(folder, 'short');
    await writeFile(path, new Uint8Array(10));
    const file = await open(path, 'a');
    const readable = await open(path);
    const cutter = await pool.openCutter({ profile, slabs, slabBytes, hashesStream: true });
    const next = { slab: 0, sizeBytes: 11, isLast: true };
    expect(await cutter.cut({ ...next, from: { descriptor: readable.fd, position: 0 } })).to.deep.equal({ code: undefined });
    expect(await cutter.cut({ ...next, from: { descriptor: file.fd, position: 0 } })).to.deep.equal({ code: 'EBADF' });
    await cutter.close();
    await Promise.all([file.close(), readable.close()]);
  });

  it('is gone with its thread', async () => {
    const own = createCodecPool({ threads: 1 });
    const cutter = await own.openCutter({ profile, slabs, slabBytes, hashesStream: true });
    await own.close();
    const fault: unknown = await cutter.close().catch((thrown: unknown) => thrown);
    expect(fault).to.be.an('error').with.property('message', 'the codec pool is closed');
  });
});
