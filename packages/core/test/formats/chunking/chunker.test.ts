import type { SeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { type ChunkProfile, createChunker, createCut, profiles } from '../../../src/formats/chunking/index.js';
import { joined, seededTest } from '../packs/samples.js';
import { bytesOfAnyKind, lengthsOf } from './samples.js';

const profile = profiles['fastcdc-16k'];

const chunksOf = (pieces: Iterable<Uint8Array>, of: ChunkProfile = profile): Uint8Array[] => {
  const chunker = createChunker(of);
  const chunks: Uint8Array[] = [];
  for (const piece of pieces) chunks.push(...chunker.push(piece));
  return [...chunks, ...chunker.finish()];
};

function* inPieces(bytes: Uint8Array, nextLength: () => number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const length = nextLength();
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

const digest = (chunk: Uint8Array): string => createHash('sha256').update(chunk).digest('hex');

const lengths = (chunks: readonly Uint8Array[]): number[] => chunks.map((chunk) => chunk.length);

const largeBytes = (random: SeededRandom): Uint8Array => joined(Array.from({ length: 10 }, () => bytesOfAnyKind(random, 60_000)));

describe('createChunker', () => {
  seededTest('cuts alike whatever the pieces that the bytes come in', (random) => {
    const bytes = largeBytes(random);
    const whole = lengthsOf(bytes, createCut(profile));
    for (const longest of [1, 3, 1000, 16 * 1024, 64 * 1024, 300_000, bytes.length]) {
      const chunks = chunksOf(inPieces(bytes, () => 1 + random.integer(longest)));
      expect(lengths(chunks), `pieces up to ${longest}`).to.deep.equal(whole);
    }
  });

  seededTest('makes chunks that follow each other to the input, with every profile', (random) => {
    const bytes = largeBytes(random);
    for (const each of Object.values(profiles)) {
      const chunks = chunksOf(
        inPieces(bytes, () => random.integer(100_000)),
        each,
      );
      expect(Buffer.compare(joined(chunks), bytes), each.name).to.equal(0);
    }
  });

  seededTest('disturbs by one byte put in one chunk as a rule, and never 20', (random) => {
    const counts = Array.from({ length: 20 }, () => {
      const bytes = random.bytes(600_000);
      const at = random.integer(bytes.length);
      const changed = joined([bytes.subarray(0, at), random.bytes(1), bytes.subarray(at)]);
      const known = new Set(chunksOf([bytes]).map(digest));
      return chunksOf([changed]).filter((chunk) => !known.has(digest(chunk))).length;
    });
    expect(Math.min(...counts)).to.equal(1);
    expect(Math.max(...counts)).to.be.below(20);
    expect(counts.filter((count) => count === 1)).to.have.length.above(counts.length / 2);
  });

  it('throws for text, which it would cut nothing from', () => {
    // @ts-expect-error A program without types may do so.
    expect(() => createChunker(profile).push('text')).to.throw(TypeError, /^bytes are wanted, not a string/);
  });

  it('throws for other typed arrays and views, which it would cut wrong or for ever', () => {
    for (const odd of [new Float32Array(3), new Uint8ClampedArray(3), new DataView(new ArrayBuffer(3))]) {
      // @ts-expect-error A program without types may do so.
      expect(() => createChunker(profile).push(odd)).to.throw(TypeError, /^bytes are wanted as a Uint8Array, not as /);
    }
  });

  it('takes bytes of a Buffer, and of another realm', () => {
    const foreign: unknown = runInNewContext('Uint8Array.of(97, 98, 99)');
    for (const bytes of [Buffer.from('abc'), foreign]) {
      const chunker = createChunker(profile);
      // @ts-expect-error What comes from another realm has no type here.
      expect(chunker.push(bytes)).to.deep.equal([]);
      expect(chunker.finish()).to.deep.equal([Uint8Array.of(97, 98, 99)]);
    }
  });

  it('has no chunk for no bytes', () => {
    expect(chunksOf([])).to.deep.equal([]);
    expect(chunksOf([new Uint8Array(0), new Uint8Array(0)])).to.deep.equal([]);
  });

  seededTest('gives chunks that keep their bytes, and begins anew after the end', (random) => {
    const bytes = random.bytes(400_000);
    const chunker = createChunker(profile);
    const first = [...chunker.push(bytes), ...chunker.finish()];
    const again = [...chunker.push(bytes), ...chunker.finish()];
    expect(lengths(again)).to.deep.equal(lengths(first));
    expect(Buffer.compare(joined(first), bytes)).to.equal(0);
  });

  it('keeps no more than the longest chunk back', () => {
    const chunker = createChunker(profile);
    const piece = new Uint8Array(1000);
    let kept = 0;
    for (let round = 0; round < 1000; round += 1) {
      kept += piece.length;
      for (const chunk of chunker.push(piece)) kept -= chunk.length;
      expect(kept).to.be.below(profile.maxBytes);
    }
  });

  it('cuts where it is told to', () => {
    const chunker = createChunker(profile, (_bytes, begin, end) => Math.min(end - begin, 30_000));
    expect(lengths([...chunker.push(new Uint8Array(100_000)), ...chunker.finish()])).to.deep.equal([
      30_000, 30_000, 30_000, 10_000,
    ]);
  });
});
