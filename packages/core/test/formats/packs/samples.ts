import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createSeededRandom, seeded, type SeededRandom } from '@svc/conformance';
import { maxChunkBytes, type ProfileName } from '../../../src/formats/chunking/profile.js';
import { createPackWriter, type Manifest, maxPackBytes, type PackChunk } from '../../../src/formats/packs/index.js';
import type { ChunkEncoding, ChunkLocation } from '../../../src/model/chunk-tree/chunk-location.js';
import { type ChunkName, type MapName, type Oid, type PackName, trusted } from '../../../src/model/values/index.js';

/** A test that chooses its data; its title tells the seed. */
export const seededTest = (title: string, run: (random: SeededRandom) => void): Mocha.Test => {
  const test = seeded<undefined>(title, async (_, random) => {
    run(random);
  });
  return it(test.title, () => test.run(undefined));
};

/** The same names in every run. */
const fixed = createSeededRandom(1);
export const nameOf = (random: SeededRandom = fixed): string => bytesToHex(random.bytes(32));
export const chunkNameOf = (random?: SeededRandom): ChunkName => trusted<ChunkName>(nameOf(random));
export const packNameOf = (random?: SeededRandom): PackName => trusted<PackName>(nameOf(random));

export const blake3Hex = (bytes: Uint8Array): string => bytesToHex(blake3(bytes));

export const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

const compressed: readonly ChunkEncoding[] = [1, 2, 4, 8];

export const chunkOf = (random: SeededRandom, maxStoredBytes: number): PackChunk => {
  const bytes = random.bytes(1 + random.integer(maxStoredBytes));
  const isRaw = random.integer(3) === 0;
  return {
    name: chunkNameOf(random),
    encoded: { encoding: isRaw ? 0 : random.pick(compressed), bytes },
    rawBytes: isRaw ? bytes.length : bytes.length + random.integer(maxChunkBytes - bytes.length + 1),
  };
};

export const packOf = (chunks: readonly PackChunk[]): Uint8Array => {
  const writer = createPackWriter();
  for (const chunk of chunks) writer.add(chunk);
  return joined(writer.finish().parts);
};

export const locationOf = (random: SeededRandom, pack: PackName): ChunkLocation => {
  const { name, encoded, rawBytes } = chunkOf(random, 40);
  const storedBytes = encoded.bytes.length;
  const offset = 8 + random.integer(maxPackBytes - 8 - 41 - 20 - storedBytes + 1);
  return { name, pack, offset, storedBytes, rawBytes, encoding: encoded.encoding };
};

export const locationsOf = (random: SeededRandom, count: number, packCount: number): ChunkLocation[] => {
  const packs = Array.from({ length: packCount }, () => packNameOf(random));
  return Array.from({ length: count }, () => locationOf(random, random.pick(packs)));
};

const profileNames: readonly ProfileName[] = [
  'fastcdc-16k',
  'fastcdc-64k',
  'fastcdc-128k',
  'fixed-256k',
  'fixed-512k',
  'fixed-1m',
];

export const manifestOf = (random: SeededRandom, mapCount: number): Manifest => {
  const maps = Array.from({ length: mapCount }, () => {
    const chunkCount = 1 + random.integer(4096);
    return {
      name: trusted<MapName>(nameOf(random)),
      sizeBytes: chunkCount + random.integer(chunkCount * (maxChunkBytes - 1)),
      chunkCount,
    };
  });
  const sizeBytes = maps.reduce((sum, map) => sum + map.sizeBytes, 0);
  return { oid: trusted<Oid>(nameOf(random)), sizeBytes, profile: random.pick(profileNames), maps };
};
