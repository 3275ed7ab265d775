import { decodedBytes, maxChunkBytes } from '@svc/core/chunking';
import { type ChunkName, isContentName } from '@svc/core/model';
import type { ChunkCodec, StoredChunk } from '@svc/core/ports';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { ChunkCodecHarness } from './chunk-codec-harness.js';

/** Official test vectors (BLAKE3-team/BLAKE3, test_vectors.json), the first 32 bytes of `hash`; byte i of an input is i modulo 251. */
const vectors = [
  [0, 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262'],
  [1, '2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213'],
  [1024, '42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7'],
  [1025, 'd00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444'],
  [8193, 'bab6c09cb8ce8cf459261398d2e7aef35700bf488116ceb94a36d0f5f1b7bc3b'],
] as const;

const inputOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => at % 251);

/** Numbers of two, four or eight bytes, runs, and what no encoding shortens. */
const chunksOf = (length: number): readonly Uint8Array[] => [
  inputOf(length),
  new Uint8Array(length),
  ...[2, 4, 8].map((width) =>
    Uint8Array.from({ length }, (_, at) => (at % width === 0 ? (at * 2_654_435_761) >>> 24 : at % width)),
  ),
  Uint8Array.from({ length }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 19),
];

const nameOf = (codec: ChunkCodec, bytes: Uint8Array): ChunkName => {
  const hex = codec.blake3Hex(bytes);
  return isContentName<ChunkName>(hex) ? hex : expect.fail(`${hex} names nothing`);
};

/** As a pack has it. */
const stored = (codec: ChunkCodec, chunk: Uint8Array): StoredChunk => ({
  ...codec.encode(chunk),
  rawBytes: chunk.byteLength,
  name: nameOf(codec, chunk),
});

const expectSame = (decoded: Uint8Array | undefined, chunk: Uint8Array): void => {
  if (decoded === undefined) expect.fail(`${chunk.byteLength} bytes do not decode`);
  expect(Buffer.compare(decoded, chunk), `${chunk.byteLength} bytes`).to.equal(0);
};

const names: readonly Case<ChunkCodecHarness>[] = [
  {
    title: 'a name is BLAKE3-256, in lower-case hex, whether the bytes come at once or in pieces',
    run: async ({ codec }) => {
      for (const [length, name] of vectors) {
        const input = inputOf(length);
        expect(codec.blake3Hex(input)).to.equal(name);
        const hash = codec.blake3();
        for (let at = 0; at < length; at += 777) hash.update(input.subarray(at, at + 777));
        expect(hash.digestHex()).to.equal(name);
      }
    },
  },
  {
    title: 'hashes that are made at the same time know nothing of each other, nor of what is named meanwhile',
    run: async ({ codec }) => {
      const [left, right] = [codec.blake3(), codec.blake3()];
      for (let at = 0; at < 3; at += 1) {
        left.update(inputOf(1000));
        expect(codec.blake3Hex(inputOf(1025))).to.equal(vectors[3][1]);
        right.update(new Uint8Array(1000));
      }
      expect(left.digestHex()).to.equal(codec.blake3Hex(Buffer.concat([1, 2, 3].map(() => inputOf(1000)))));
      expect(right.digestHex()).to.equal(codec.blake3Hex(new Uint8Array(3000)));
    },
  },
];

const encodings: readonly Case<ChunkCodecHarness>[] = [
  {
    title: 'a chunk of any length is stored in no more bytes than it has, and decodes to itself',
    run: async ({ codec }) => {
      for (const length of [1, 2, 7, 8, 9, 100, 4097, maxChunkBytes]) {
        const chunks = length === maxChunkBytes ? [new Uint8Array(length)] : chunksOf(length);
        const encoded = chunks.map((chunk) => stored(codec, chunk));
        for (const { bytes } of encoded) expect(bytes.byteLength).to.be.at.most(length);
        const decoded = await codec.decodeAll(encoded);
        for (const [at, chunk] of chunks.entries()) expectSame(decoded[at], chunk);
      }
    },
  },
  {
    title: 'chunks come in order, in memory that was given for them or in new memory, and nothing for none',
    run: async ({ codec }) => {
      const chunks = [3, 1000, 8, 5000].flatMap(chunksOf);
      const encoded = chunks.map((chunk) => stored(codec, chunk));
      const neededBytes = decodedBytes(encoded);
      const memories = [undefined, new Uint8Array(new SharedArrayBuffer(neededBytes)), new Uint8Array(neededBytes - 1)];
      for (const memory of memories) {
        const decoded = await codec.decodeAll(encoded, memory);
        expect(decoded).to.have.length(chunks.length);
        for (const [at, chunk] of chunks.entries()) expectSame(decoded[at], chunk);
        expect(await codec.decodeAll([], memory)).to.deep.equal([]);
      }
    },
  },
  {
    title: 'what does not decode to its length, and to its name where it has one, is undefined, and those beside it are there',
    run: async ({ codec }) => {
      const chunk = inputOf(5000);
      const good = stored(codec, chunk);
      const other = nameOf(codec, inputOf(4999));
      const raw = { ...good, encoding: 0, bytes: chunk } as const;
      const bad: readonly StoredChunk[] = [
        { ...good, name: other },
        { ...raw, name: other },
        { ...good, rawBytes: 4999 },
        { ...raw, rawBytes: 5001 },
        { ...raw, rawBytes: maxChunkBytes + 1 },
        { ...raw, bytes: chunk.subarray(1) },
        { ...good, bytes: good.bytes.subarray(0, good.bytes.byteLength - 1) },
        { ...raw, bytes: new Uint8Array(0) },
        ...([1, 2, 4, 8] as const).map((encoding) => ({ ...raw, encoding })),
      ];
      const decoded = await codec.decodeAll(bad.flatMap((each) => [good, each]));
      for (const [at, each] of decoded.entries()) {
        if (at % 2 === 0) expectSame(each, chunk);
        else expect(each, String(at)).to.equal(undefined);
      }
      const [unnamed] = await codec.decodeAll([{ ...raw, name: undefined }]);
      expectSame(unnamed, chunk);
    },
  },
];

/** The law of the `ChunkCodec` port. That each decodes what others have encoded is to be seen where there are several. */
export const chunkCodecCases: Readonly<Record<string, readonly Case<ChunkCodecHarness>[]>> = {
  'a chunk codec: names': names,
  'a chunk codec: encodings': encodings,
};
