import { isContentName, type ChunkName } from '@svc/core/model';
import type { ChunkCodec, EncodedChunk, StoredChunk } from '@svc/core/ports';
import { maxChunkBytes, portableCodec } from '@svc/core/chunking';
import { chunkCodecCases, runCases } from '@svc/conformance';
import { expect } from 'chai';
import { createNodeCodec } from '../src/index.js';
import { otherZstd } from './rigs/other-zstd.js';
import { samples, sampleKinds, type SampleKind } from './rigs/samples.js';
import { seededTest } from './rigs/seeded-test.js';

const native = await createNodeCodec({ zstd: 'native' });
const wasm = await createNodeCodec({ zstd: 'wasm' });
const portable = portableCodec({ zstd: otherZstd });

const nameOf = (codec: ChunkCodec, bytes: Uint8Array): ChunkName => {
  const hex = codec.blake3Hex(bytes);
  return isContentName<ChunkName>(hex) ? hex : expect.fail(`${hex} names nothing`);
};

const stored = (encoded: EncodedChunk, chunk: Uint8Array): StoredChunk => ({
  ...encoded,
  rawBytes: chunk.byteLength,
  name: nameOf(portable, chunk),
});

const lengths = [1, 2, 7, 8, 9, 100, 4095, 4096, 4097, 65_536, 80_001, 262_144];

describe('createNodeCodec', () => {
  for (const codec of [native, wasm]) {
    describe(`with Zstandard as ${codec.zstdKind}`, () => {
      runCases(describe, it, chunkCodecCases, async () => ({ codec, close: async () => {} }));
    });
  }

  for (const kind of sampleKinds) {
    seededTest(`decodes what it and the portable codec have encoded of ${kind}, as the portable codec does`, async (random) => {
      for (const length of lengths) {
        const chunk = samples[kind](random, length);
        for (const encoder of [native, wasm, portable]) {
          const encoded = encoder.encode(chunk);
          expect(encoded.bytes.byteLength).to.be.at.most(length);
          for (const decoder of [native, wasm, portable]) {
            const [decoded] = await decoder.decodeAll([stored(encoded, chunk)]);
            expect(Buffer.compare(decoded ?? Buffer.alloc(0), chunk), `${length} bytes`).to.equal(0);
          }
        }
      }
    });

    seededTest(`names ${kind} as the portable codec does`, async (random) => {
      for (const length of lengths) {
        const chunk = samples[kind](random, length);
        expect(native.blake3Hex(chunk)).to.equal(portable.blake3Hex(chunk));
      }
    });
  }

  seededTest('takes a chunk of the greatest length', async (random) => {
    for (const kind of sampleKinds) {
      const chunk = samples[kind](random, maxChunkBytes);
      const [decoded] = await native.decodeAll([stored(native.encode(chunk), chunk)]);
      expect(Buffer.compare(decoded ?? Buffer.alloc(0), chunk), kind).to.equal(0);
    }
  });

  seededTest('encodes a chunk the same way whatever it has encoded before', async (random) => {
    const chunks = sampleKinds.map((kind) => samples[kind](random, 50_000 + random.integer(50_000)));
    const alone = await Promise.all(chunks.map(async (chunk) => (await createNodeCodec()).encode(chunk)));
    for (const index of random.shuffled([...chunks.keys(), ...chunks.keys()])) {
      expect(native.encode(chunks[index] ?? new Uint8Array(1))).to.deep.equal(alone[index]);
    }
  });

  const fractions: readonly (readonly [SampleKind, EncodedChunk['encoding'], number])[] = [
    ['random', 0, 1],
    ['zeros', 1, 0.001],
    ['text', 1, 0.3],
    ['f32', 4, 0.845],
    ['bf16', 2, 0.69],
    ['counters', 8, 0.04],
  ];
  for (const [kind, encoding, fraction] of fractions) {
    seededTest(`stores ${kind} with encoding ${encoding} at ${fraction} of its length or less`, async (random) => {
      const chunk = samples[kind](random, 100_000);
      for (const codec of [native, wasm]) {
        const encoded = codec.encode(chunk);
        expect(encoded.encoding, codec.zstdKind).to.equal(encoding);
        expect(encoded.bytes.byteLength / 100_000, codec.zstdKind).to.be.at.most(fraction);
      }
    });
  }

  seededTest('hands out memory that stays as it is', async (random) => {
    const chunk = samples.text(random, 10_000);
    const raw = random.bytes(10_000);
    const encoded = [native.encode(chunk), native.encode(raw), wasm.encode(chunk)].map(({ bytes }) => ({
      bytes,
      copy: bytes.slice(),
    }));
    raw.fill(0);
    native.encode(samples.text(random, 20_000));
    wasm.encode(samples.text(random, 20_000));
    for (const { bytes, copy } of encoded) expect(bytes).to.deep.equal(copy);
  });

  seededTest('refuses another name, another length and another encoding', async (random) => {
    const chunk = samples.f32(random, 70_000);
    const right = stored(native.encode(chunk), chunk);
    const wrong: readonly StoredChunk[] = [
      { ...right, name: nameOf(portable, chunk.subarray(1)) },
      { ...right, rawBytes: 69_999 },
      { ...right, rawBytes: 70_001 },
      { ...right, rawBytes: -1 },
      { ...right, rawBytes: Number.NaN },
      { ...right, rawBytes: 2 ** 40 },
      { ...right, encoding: 2 },
      { ...right, encoding: 0 },
      Object.assign({ ...right }, { encoding: 3 }),
      { ...right, bytes: right.bytes.subarray(1) },
      { ...right, bytes: Buffer.concat([right.bytes, Buffer.of(0)]) },
      { ...right, bytes: new Uint8Array() },
    ];
    for (const codec of [native, wasm]) {
      expect(await codec.decodeAll(wrong)).to.deep.equal(wrong.map(() => undefined));
      expect((await codec.decodeAll([...wrong, right])).at(-1)).to.deep.equal(chunk);
    }
  });

  it('takes no chunk without a byte, and none that is too long', () => {
    expect(() => native.encode(new Uint8Array())).to.throw('at least 1 byte');
    expect(() => native.encode(new Uint8Array(maxChunkBytes + 1))).to.throw('at most 1 MiB');
  });
});
