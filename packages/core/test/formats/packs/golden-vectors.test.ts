import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createCut } from '../../../src/formats/chunking/create-cut.js';
import { profiles } from '../../../src/formats/chunking/profiles.js';
import {
  chunkMapProblems,
  createPackWriter,
  createSegmenter,
  encodeChunkMap,
  encodeManifest,
  manifestProblems,
  packProblems,
  parseChunkMap,
  parseManifest,
  parsePack,
} from '../../../src/formats/packs/index.js';
import { type ChunkName, type Oid, type PackName, trusted } from '../../../src/model/values/index.js';
import * as golden from './golden-vectors.js';
import { blake3Hex, joined, locationOf, packNameOf } from './samples.js';

const document = readFileSync(new URL('../../../../../docs/formats.md', import.meta.url), 'utf8');

const sectionOf = (title: string): string => {
  const [, section] = document.split(new RegExp(`^#+ ${title}$`, 'm'));
  return section?.split(/^#+ /m)[0] ?? expect.fail(`docs/formats.md has no section: ${title}`);
};
const vectorOf = (title: string): string =>
  /```\w+\n([^`]*)```/.exec(sectionOf(title))?.[1]?.replaceAll(/#.*/g, '').trim() ?? expect.fail(`no vector: ${title}`);
const hexOf = (title: string): string => vectorOf(title).replaceAll(/\s/g, '');
const lengthsOf = (title: string): number[] => vectorOf(title).split(/\s+/).map(Number);

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytesOf = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits, 'hex'));
const countedName = (count: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, count, true);
  return bytesOf(blake3Hex(bytes));
};

const writePack = (...chunks: readonly (typeof golden.svc)[]): Uint8Array => {
  const writer = createPackWriter();
  for (const { name, raw, encoding, stored } of chunks) {
    writer.add({ name: trusted<ChunkName>(name), encoded: { encoding, bytes: stored }, rawBytes: raw.length });
  }
  return joined(writer.finish().parts);
};

const packNames = [golden.packOfThreeName, golden.packOfOneName].map((name) => trusted<PackName>(name));
const chunkPlaces = () => {
  const [three = packNameOf(), one = packNameOf()] = packNames;
  const placed = [
    ...parsePack(bytesOf(golden.packOfThree), three)._unsafeUnwrap(),
    ...parsePack(bytesOf(golden.packOfOne), one)._unsafeUnwrap(),
  ];
  return [golden.letters, golden.format, golden.svc, golden.pairs, golden.letters].map(
    ({ name }) => placed.find((location) => location.name === name) ?? expect.fail('a chunk that is in a pack'),
  );
};

describe('golden vectors', () => {
  it('are in docs/formats.md as they are here', () => {
    expect(hexOf('Pack of three chunks')).to.equal(golden.packOfThree);
    expect(hexOf('Pack of one chunk')).to.equal(golden.packOfOne);
    expect(hexOf('Chunk map')).to.equal(golden.chunkMap);
    expect(vectorOf('Manifest of these five chunks')).to.equal(golden.manifest);
    expect(vectorOf('Manifest of the empty object')).to.equal(golden.emptyManifest);
    expect(lengthsOf('Lengths of segments')).to.deep.equal(golden.segmentLengths);
    expect(sectionOf('Pack of three chunks')).to.include(golden.packOfThreeName);
    expect(sectionOf('Pack of one chunk')).to.include(golden.packOfOneName);
    expect(sectionOf('Chunk map')).to.include(golden.chunkMapName);
  });

  it('hold names that are the BLAKE3 of what they name', () => {
    for (const { name, raw } of [golden.svc, golden.letters, golden.pairs, golden.format]) {
      expect(blake3Hex(Buffer.from(raw))).to.equal(name);
    }
    expect(blake3Hex(bytesOf(golden.packOfThree))).to.equal(golden.packOfThreeName);
    expect(blake3Hex(bytesOf(golden.packOfOne))).to.equal(golden.packOfOneName);
    expect(blake3Hex(bytesOf(golden.chunkMap))).to.equal(golden.chunkMapName);
  });

  it('of packs are what the writer writes', () => {
    expect(hex(writePack(golden.svc, golden.letters, golden.pairs))).to.equal(golden.packOfThree);
    expect(hex(writePack(golden.format))).to.equal(golden.packOfOne);
  });

  it('of packs read as the chunks that are in them', () => {
    const pack = packNameOf();
    expect(parsePack(bytesOf(golden.packOfThree), pack)._unsafeUnwrap()).to.deep.equal([
      { name: golden.svc.name, pack, offset: 8, storedBytes: 3, rawBytes: 3, encoding: 0 },
      { name: golden.letters.name, pack, offset: 11, storedBytes: 10, rawBytes: 64, encoding: 1 },
      { name: golden.pairs.name, pack, offset: 21, storedBytes: 20, rawBytes: 64, encoding: 2 },
    ]);
  });

  it('of the chunk map is written and read alike', () => {
    expect(hex(encodeChunkMap(chunkPlaces()))).to.equal(golden.chunkMap);
    expect(parseChunkMap(bytesOf(golden.chunkMap))._unsafeUnwrap()).to.deep.equal(chunkPlaces());
  });

  it('of manifests are written and read alike', () => {
    const whole = [golden.letters, golden.format, golden.svc, golden.pairs, golden.letters].map(({ raw }) => raw).join('');
    const oid = trusted<Oid>(bytesToHex(sha256(Buffer.from(whole))));
    const read = parseManifest(Buffer.from(golden.manifest))._unsafeUnwrap();
    expect(read).to.deep.equal({
      oid,
      sizeBytes: whole.length,
      profile: 'fastcdc-16k',
      maps: [{ name: golden.chunkMapName, sizeBytes: whole.length, chunkCount: 5 }],
    });
    expect(Buffer.from(encodeManifest(read)).toString()).to.equal(golden.manifest);
    const empty = parseManifest(Buffer.from(golden.emptyManifest))._unsafeUnwrap();
    expect(empty).to.include({ oid: bytesToHex(sha256(new Uint8Array())), sizeBytes: 0 });
    expect(Buffer.from(encodeManifest(empty)).toString()).to.equal(golden.emptyManifest);
  });

  it('of segments are where the segmenter cuts', () => {
    const segmenter = createSegmenter();
    const lengths: number[] = [];
    const template = locationOf(createSeededRandom(8), packNameOf());
    for (let count = 0; count < 10_000; count += 1) {
      const segment = segmenter.push({ ...template, name: trusted<ChunkName>(hex(countedName(count))) });
      if (segment !== undefined) lengths.push(segment.length);
    }
    expect([...lengths, segmenter.finish()?.length]).to.deep.equal(golden.segmentLengths);
  });

  it('of chunks are where the profiles cut', () => {
    const input = joined(Array.from({ length: 32_768 }, (_, count) => countedName(count)));
    expect(sectionOf('Lengths of chunks, fastcdc-16k')).to.include(bytesToHex(sha256(input)));
    for (const name of ['fastcdc-16k', 'fastcdc-64k', 'fastcdc-128k'] as const) {
      const cut = createCut(profiles[name]);
      const lengths: number[] = [];
      for (let at = 0; at < input.length; at += lengths.at(-1) ?? 0) lengths.push(cut(input, at, input.length));
      expect(lengths, name).to.deep.equal(lengthsOf(`Lengths of chunks, ${name}`));
    }
  });
});

describe('docs/formats.md', () => {
  const sections = {
    'Pack, version 1': packProblems,
    'Chunk map, version 1': chunkMapProblems,
    'Manifest, version 1': manifestProblems,
  };
  for (const [title, problems] of Object.entries(sections)) {
    it(`names each problem under "${title}"`, () => {
      const named = [...sectionOf(title).matchAll(/\[[^\]]*\]/g)].flatMap(
        ([brackets]) => brackets.match(/(?<=`)[a-z_]+(?=`)/g) ?? [],
      );
      expect([...new Set(named)]).to.have.members([...problems]);
    });
  }

  it('states the numbers of the profiles', () => {
    for (const profile of Object.values(profiles)) {
      const row = sectionOf('Cut points')
        .split('\n')
        .find((line) => line.includes(`| \`${profile.name}\``));
      const numbers = profile.kind === 'fixed' ? [profile.maxBytes] : [profile.minBytes, profile.averageBytes, profile.maxBytes];
      for (const number of numbers) {
        expect(row).to.include(number === 1024 * 1024 ? '1 MiB' : number.toLocaleString('en-US'));
      }
    }
  });
});
