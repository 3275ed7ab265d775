import type { SeededRandom } from '@svc/conformance';
import { type ChunkName, isContentName } from '@svc/core/model';
import type { ChunkCodec, StoredChunk } from '@svc/core/ports';
import { decodedBytes, decodedRoom } from '@svc/core/chunking';
import { expect } from 'chai';
import { createCodecPool, createNodeCodec } from '../src/index.js';
import { samples, sampleKinds } from './rigs/samples.js';
import { seededTest } from './rigs/seeded-test.js';

const codec = await createNodeCodec();

const storedOf = (raw: Uint8Array): StoredChunk => {
  const name = codec.blake3Hex(raw);
  if (!isContentName<ChunkName>(name)) expect.fail(`${name} names nothing`);
  return { ...codec.encode(raw), rawBytes: raw.byteLength, name };
};

/** Chunks of all kinds and of odd lengths, one of them damaged. */
const someChunks = (random: SeededRandom) => {
  const raw = random.shuffled(sampleKinds).map((kind) => samples[kind](random, 1 + random.integer(300_000)));
  const damaged = random.integer(raw.length);
  const stored = raw.map(storedOf).map((chunk, at) => (at === damaged ? { ...chunk, rawBytes: chunk.rawBytes + 1 } : chunk));
  return { raw, damaged, stored };
};

const expectIn = async (decoder: Pick<ChunkCodec, 'decodeAll'>, random: SeededRandom, spareBytes: number): Promise<void> => {
  const { raw, damaged, stored } = someChunks(random);
  const memory = new Uint8Array(new SharedArrayBuffer(decodedBytes(stored) + spareBytes));
  const decoded = await decoder.decodeAll(stored, memory);
  expect(decoded).to.have.length(raw.length);
  let begin = 0;
  for (const [at, chunk] of decoded.entries()) {
    const { rawBytes } = stored[at] ?? expect.fail('a stored chunk');
    const place = memory.subarray(begin, begin + rawBytes);
    begin += decodedRoom(rawBytes);
    if (at === damaged) expect(chunk).to.equal(undefined);
    else expect(Buffer.compare(chunk ?? expect.fail('a chunk'), raw[at] ?? expect.fail('a sample'))).to.equal(0);
    // Memory that comes back from a thread is another object for the same bytes.
    if (chunk !== undefined && spareBytes >= 0) expect(Buffer.compare(place, chunk)).to.equal(0);
  }
  if (spareBytes < 0) expect(memory.every((byte) => byte === 0)).to.equal(true);
};

describe('decoding into given memory', () => {
  const pool = createCodecPool({ threads: 2 });
  after(() => pool.close());

  for (const [name, decoder] of Object.entries({ codec, pool })) {
    seededTest(`of the ${name} puts the chunks there, whichever of them are damaged`, async (random) => {
      for (const spareBytes of [0, 1000]) await expectIn(decoder, random, spareBytes);
    });
    seededTest(`of the ${name} takes new memory where that has too little room`, (random) => expectIn(decoder, random, -1));
  }

  seededTest('of the pool takes new memory instead of one that threads do not share', async (random) => {
    const { stored } = someChunks(random);
    const memory = new Uint8Array(decodedBytes(stored));
    await pool.decodeAll(stored, memory);
    expect(memory.every((byte) => byte === 0)).to.equal(true);
  });
});
