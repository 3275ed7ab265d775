import { rounds } from '@svc/test-services/rounds';
import type { SeededRandom } from '@svc/conformance';
import { isContentName, type ChunkName } from '@svc/core/model';
import type { EncodedChunk, StoredChunk } from '@svc/core/ports';
import { maxChunkBytes } from '@svc/core/chunking';
import { expect } from 'chai';
import { createNodeCodec, type NodeCodec } from '../src/index.js';
import { samples, sampleKinds } from './rigs/samples.js';
import { seededTest } from './rigs/seeded-test.js';

const mebibyte = 1024 * 1024;

/** One to three changes: a flipped bit, another byte, a cut, bytes that come twice, bytes that are put in. */
const mutated = (random: SeededRandom, bytes: Uint8Array): Uint8Array => {
  let result = bytes.slice();
  for (let changes = 1 + random.integer(3); changes > 0; changes -= 1) {
    const at = random.integer(result.byteLength + 1);
    const byte = result[at] ?? 0;
    result = random.pick([
      () => result.map((each, index) => (index === at ? byte ^ (1 << random.integer(8)) : each)),
      () => result.map((each, index) => (index === at ? random.integer(256) : each)),
      () => result.slice(0, at),
      () => new Uint8Array([...result.subarray(0, at), ...result.subarray(at >> 1, at), ...result.subarray(at)]),
      () => new Uint8Array([...result.subarray(0, at), ...random.bytes(4), ...result.subarray(at)]),
    ])();
  }
  return result;
};

/** The start of a frame: magic number, then a descriptor and the fields that it declares. */
const frame = (...rest: readonly number[]): Uint8Array => Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, ...rest);

/** A block of one byte that repeats 128 KiB less 1 times; the last block of its frame when told so. */
const longRun = (last: 0 | 1): number[] => {
  const header = ((128 * 1024 - 1) << 3) | (1 << 1) | last;
  return [header & 255, (header >> 8) & 255, header >> 16, 7];
};

const bombs: Readonly<Record<string, Uint8Array>> = {
  'a kilobyte that says it holds 10 GiB': frame(
    0xe0,
    0,
    0,
    0,
    0x80,
    2,
    0,
    0,
    0,
    ...Array.from({ length: 250 }, () => longRun(0)).flat(),
  ),
  'a kilobyte that says nothing and holds 32 MiB': frame(
    0x00,
    0x58,
    ...Array.from({ length: 255 }, () => longRun(0)).flat(),
    ...longRun(1),
  ),
  'a window of 3.75 TiB': frame(0x00, 0xff, ...longRun(1)),
  'a window of 128 MiB': frame(0x00, 0x88, ...longRun(1)),
  'a skippable frame that says it has 4 GiB': Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 255, 255, 255, 255, 0, 0),
  'nothing but skippable frames': new Uint8Array(
    Array.from({ length: 100 }, () => [0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 9]).flat(),
  ),
  'a frame that needs a dictionary': frame(0x63, 0x39, 0x30, 0, 0, 100, 0, ...longRun(1)),
  'a frame of an old format': Uint8Array.of(0x27, 0xb5, 0x2f, 0xfd, ...longRun(1)),
  'many frames that follow each other': Buffer.concat(Array.from({ length: 60 }, () => frame(0x00, 0x58, ...longRun(1)))),
};

const malformed = rounds({ property: 'a malformed chunk decodes to nothing or to its bytes', test: 1_000, proof: 100_000 });

for (const zstd of ['native', 'wasm'] as const) {
  describe(`malformed chunks, with Zstandard as ${zstd}`, () => {
    let codec: NodeCodec;
    before(async () => {
      codec = await createNodeCodec({ zstd });
    });

    const decodeOne = async (stored: StoredChunk): Promise<Uint8Array | undefined> => (await codec.decodeAll([stored]))[0];

    seededTest(`decode to nothing or to their bytes, ${malformed} of them`, async (random) => {
      const valid = sampleKinds.flatMap((kind) =>
        [300, 5000].map((length) => {
          const chunk = samples[kind](random, length);
          const hex = codec.blake3Hex(chunk);
          return { chunk, encoded: codec.encode(chunk), name: isContentName<ChunkName>(hex) ? hex : expect.fail(hex) };
        }),
      );
      let refused = 0;
      for (let round = 0; round < malformed; round += 1) {
        const { chunk, encoded, name } = random.pick(valid);
        const encoding = random.integer(10) > 0 ? encoded.encoding : random.pick<EncodedChunk['encoding']>([0, 1, 2, 4, 8]);
        const stored = { encoding, bytes: mutated(random, encoded.bytes), rawBytes: chunk.byteLength };
        const decoded = await decodeOne({ ...stored, name });
        if (decoded === undefined) refused += 1;
        else expect(Buffer.compare(decoded, chunk)).to.equal(0);
        const unnamed = await decodeOne({ ...stored, name: undefined });
        if (unnamed !== undefined) expect(unnamed.byteLength).to.equal(chunk.byteLength);
      }
      expect(refused).to.be.greaterThan(malformed / 2);
    });

    it('are told from a frame of the same make that holds what is asked for', async () => {
      const rawBytes = 128 * 1024 - 1;
      for (const window of [0x58, 0x88]) {
        const decoded = await decodeOne({ encoding: 1, bytes: frame(0x00, window, ...longRun(1)), rawBytes, name: undefined });
        expect(decoded).to.deep.equal(new Uint8Array(rawBytes).fill(7));
      }
    });

    for (const [title, bytes] of Object.entries(bombs)) {
      it(`decode to nothing, in little memory: ${title}`, async () => {
        const before = process.memoryUsage.rss();
        for (const encoding of [1, 2, 4, 8] as const) {
          for (const rawBytes of [bytes.byteLength, 70_000, maxChunkBytes]) {
            expect(await decodeOne({ encoding, bytes, rawBytes, name: undefined })).to.equal(undefined);
          }
        }
        expect(process.memoryUsage.rss() - before).to.be.lessThan(64 * mebibyte);
      });
    }
  });
}
