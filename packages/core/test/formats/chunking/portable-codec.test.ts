import { chunkCodecCases, createSeededRandom, runCases, type SeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { maxChunkBytes, portableCodec } from '../../../src/formats/chunking/index.js';
import type { ChunkEncoding } from '../../../src/model/chunk-tree/chunk-location.js';
import { type ChunkName, trusted } from '../../../src/model/values/index.js';
import type { StoredChunk } from '../../../src/ports/chunk-codec.js';
import { seededTest } from '../packs/samples.js';
import { runLengths } from './samples.js';

const plain = portableCodec();
const compressing = portableCodec({ zstd: runLengths });

const storedAs = (encoding: ChunkEncoding, bytes: Uint8Array, rawBytes: number, name?: string): StoredChunk => ({
  encoding,
  bytes,
  rawBytes,
  name: name === undefined ? undefined : trusted<ChunkName>(name),
});

describe('BLAKE3 of the portable codec', () => {
  // The official test vectors (BLAKE3-team/BLAKE3, test_vectors.json), the first 32 bytes of `hash`; byte i of an input is i modulo 251.
  const vectors = [
    [0, 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262'],
    [1, '2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213'],
    [1023, '10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11'],
    [1024, '42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7'],
    [1025, 'd00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444'],
    [2048, 'e776b6028c7cd22a4d0ba182a8bf62205d2ef576467e838ed6f2529b85fba24a'],
    [2049, '5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030'],
    [3073, '7124b49501012f81cc7f11ca069ec9226cecb8a2c850cfe644e327d22d3e1cd3'],
    [4097, '9b4052b38f1c5fc8b1f9ff7ac7b27cd242487b3d890d15c96a1c25b8aa0fb995'],
    [8193, 'bab6c09cb8ce8cf459261398d2e7aef35700bf488116ceb94a36d0f5f1b7bc3b'],
    [16384, 'f875d6646de28985646f34ee13be9a576fd515f76b5b0a26bb324735041ddde4'],
    [31744, '62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47'],
    [102400, 'bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085'],
  ] as const;
  const inputOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => at % 251);

  for (const [length, name] of vectors) {
    it(`hashes ${length} bytes as the official vectors do, whole and in pieces`, () => {
      const input = inputOf(length);
      expect(plain.blake3Hex(input)).to.equal(name);
      const hash = plain.blake3();
      for (let at = 0; at < length; at += 777) hash.update(input.subarray(at, at + 777));
      expect(hash.digestHex()).to.equal(name);
    });
  }
});

describe('a portable codec that was given Zstandard', () => {
  runCases(describe, it, chunkCodecCases, async () => ({ codec: compressing, close: async () => {} }));
});

/** Runs, so that one frame shortens it. */
const runs = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => at >>> 7);

/** Numbers of which all bytes but the lowest stay as they are, so that planes shorten it and one frame does not. */
const numbers = (random: SeededRandom, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at % 4 === 0 ? random.integer(256) : at % 4));

describe('encode of the portable codec', () => {
  seededTest('takes the shortest of raw, one frame and planes', (random) => {
    expect(compressing.encode(runs(8000)).encoding).to.equal(1);
    expect(compressing.encode(numbers(random, 8000)).encoding).to.equal(4);
    const noise = random.bytes(8000);
    expect(compressing.encode(noise)).to.deep.equal({ encoding: 0, bytes: noise });
  });

  it('keeps a chunk raw when a frame is no shorter', () => {
    // Seven equal bytes: a header of four, a count and a byte make six; six of them are not shortened.
    expect(compressing.encode(new Uint8Array(7)).encoding).to.equal(1);
    expect(compressing.encode(new Uint8Array(6)).encoding).to.equal(0);
  });

  it('stores everything as it is without a zstd', () => {
    expect(plain.encode(runs(8000)).encoding).to.equal(0);
  });

  it('takes chunks of 1 byte to 1 MiB', () => {
    expect(compressing.encode(new Uint8Array(maxChunkBytes)).bytes.length).to.be.below(maxChunkBytes);
    for (const length of [0, maxChunkBytes + 1]) expect(() => plain.encode(new Uint8Array(length))).to.throw('at most 1 MiB');
  });
});

describe('decodeAll of the portable codec', () => {
  it('gives back what was encoded, in order, under its name', async () => {
    const random = createSeededRandom(1);
    const chunks = [runs(9000), numbers(random, 9001), random.bytes(9002), runs(1), numbers(random, 4096)];
    const stored = chunks.map((chunk) => ({
      ...storedAs(0, chunk, chunk.length, plain.blake3Hex(chunk)),
      ...compressing.encode(chunk),
    }));
    const decoded = await compressing.decodeAll(stored);
    expect(decoded.map((chunk) => Buffer.from(chunk ?? []).toString('hex'))).to.deep.equal(
      chunks.map((chunk) => Buffer.from(chunk).toString('hex')),
    );
  });

  it('gives a raw chunk in new memory', async () => {
    const chunk = Uint8Array.from([1, 2, 3]);
    const buffer = Buffer.from(chunk);
    const [decoded, ofBuffer] = await plain.decodeAll([storedAs(0, chunk, 3), storedAs(0, buffer, 3)]);
    chunk.fill(9);
    buffer.fill(9);
    expect([...(decoded ?? [])]).to.deep.equal([1, 2, 3]);
    expect([...(ofBuffer ?? [])]).to.deep.equal([1, 2, 3]);
  });

  it('gives undefined for another length, another name, broken frames and what no format has', async () => {
    const chunk = runs(8000);
    const { bytes } = compressing.encode(chunk);
    const otherName = createHash('sha256').update(chunk).digest('hex');
    const wrong = [
      storedAs(0, chunk, 7999),
      storedAs(0, chunk, 8001),
      storedAs(0, chunk, 8000, otherName),
      storedAs(1, bytes, 7999),
      storedAs(1, bytes, 8001),
      storedAs(1, bytes, 8000, otherName),
      storedAs(2, bytes, 8001),
      storedAs(1, bytes.subarray(0, bytes.length - 1), 8000),
      storedAs(1, bytes.subarray(1), 8000),
      storedAs(0, new Uint8Array(maxChunkBytes + 1), maxChunkBytes + 1),
      storedAs(1, bytes, Number.NaN),
      Object.assign(storedAs(1, bytes, 8000), { encoding: 3 }),
    ];
    expect(await compressing.decodeAll(wrong)).to.deep.equal(wrong.map(() => undefined));
    expect(await compressing.decodeAll([storedAs(1, bytes, 8000, plain.blake3Hex(chunk))])).to.deep.equal([chunk]);
  });

  it('throws for frames without a zstd: they are not damaged', async () => {
    const { bytes } = compressing.encode(runs(8000));
    const thrown: unknown = await plain.decodeAll([storedAs(1, bytes, 8000)]).catch((fault: unknown) => fault);
    expect(thrown).to.be.instanceOf(Error).and.have.property('message').that.contains('createNodeCodec');
  });
});
