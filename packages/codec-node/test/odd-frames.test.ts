import type { ChunkEncoding } from '@svc/core/model';
import { expect } from 'chai';
import { createNodeCodec, type NodeCodec } from '../src/index.js';
import { frame, raw, run, skippable, window } from './rigs/frames.js';

const sevens = (length: number): Buffer => frame(window(10), run(1, length));
const empty = frame(window(10), raw(1));

interface Odd {
  readonly frames: readonly Buffer[];
  readonly encoding?: ChunkEncoding;
  readonly rawBytes?: number;
}

/** What docs/formats.md says that readers take. Each holds 1,000 bytes of value 7, where it says nothing else. */
const taken: Readonly<Record<string, Odd>> = {
  'two frames where writers put one': { frames: [sevens(300), sevens(700)] },
  'an empty frame before': { frames: [empty, sevens(1000)] },
  'an empty frame behind': { frames: [sevens(1000), empty] },
  'skippable frames before, between and behind': {
    frames: [skippable(1, 2), sevens(300), skippable(), sevens(700), skippable(3)],
  },
  'two planes in one frame': { frames: [sevens(1000)], encoding: 2 },
  'two planes that are not split where the frames are': { frames: [sevens(300), sevens(700)], encoding: 2 },
  'eight planes in ten frames': { frames: Array.from({ length: 10 }, () => sevens(100)), encoding: 8 },
  'a run that is larger than the window': { frames: [sevens(100_000)], rawBytes: 100_000 },
  'a block of bytes as they are that is larger than the window': {
    frames: [frame(window(10), raw(0, ...new Uint8Array(2000).fill(7)), run(1, 100))],
    rawBytes: 2100,
  },
  'a run that is larger than any block should be': { frames: [sevens(1_048_576)], rawBytes: 1_048_576 },
  'many empty blocks': { frames: [frame(window(10), ...Array.from({ length: 200 }, () => raw(0)), run(1, 1000))] },
  'a window of 1 KiB': { frames: [sevens(1000)] },
  'a window just below 2^32 bytes': { frames: [frame(window(31, 7), run(1, 1000))] },
  'windows of 2^31 bytes behind other frames': {
    frames: [sevens(300), skippable(1), frame(window(31), run(1, 300)), frame(window(31), raw(0), run(1, 400))],
  },
};

const refused: Readonly<Record<string, Odd>> = {
  'a window of 2^32 bytes': { frames: [frame(window(32), run(1, 1000))] },
  'a window of 2^31 bytes around too few bytes': { frames: [frame(window(31), run(1, 999))] },
  'bytes behind that are no frame': { frames: [sevens(1000), Buffer.of(0)] },
  'one byte too many': { frames: [sevens(1000), sevens(1)] },
  'one byte too few': { frames: [sevens(999), empty] },
  'nothing but empty and skippable frames': { frames: [empty, skippable(1)] },
};

for (const zstd of ['native', 'wasm'] as const) {
  describe(`frames that no writer of ours makes, with Zstandard as ${zstd}`, () => {
    let codec: NodeCodec;
    before(async () => {
      codec = await createNodeCodec({ zstd });
    });

    const decode = async ({ frames, encoding = 1, rawBytes = 1000 }: Odd): Promise<Uint8Array | undefined> =>
      (await codec.decodeAll([{ encoding, bytes: Buffer.concat(frames), rawBytes, name: undefined }]))[0];

    for (const [title, odd] of Object.entries(taken)) {
      it(`are taken: ${title}`, async () => {
        expect(await decode(odd)).to.deep.equal(new Uint8Array(odd.rawBytes ?? 1000).fill(7));
      });
    }

    for (const [title, odd] of Object.entries(refused)) {
      it(`are refused: ${title}`, async () => expect(await decode(odd)).to.equal(undefined));
    }

    it('hold planes that are cut from all that they hold, wherever a frame begins', async () => {
      const first = frame(window(10), raw(0, 1, 2, 3), run(1, 197));
      const second = frame(window(10), run(0, 301), raw(0, 4, 5, 6), run(1, 497));
      const chunk = new Uint8Array(1001).fill(7);
      chunk.set([1, 4, 2, 5, 3, 6]);
      expect(await decode({ frames: [first, second], encoding: 2, rawBytes: 1001 })).to.deep.equal(chunk);
    });
  });
}
