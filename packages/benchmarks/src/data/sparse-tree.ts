import { createNodeCodec } from '@svc/codec-node';
import { type ChunkLocation, type ChunkName, type MapName, type PackName, trusted } from '@svc/core/model';
import { createSegmenter, encodeChunkMap, hooksOf, parseChunkMap } from '@svc/core/packs';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const storedBytes = 100_000;
const rawBytes = 131_072;
const chunksPerPack = 320;
const nameBytes = 32;
export const prefixBytes = 16;

/** Chunk maps of one long file in a folder, and what a database knows of them. */
export interface SparseTree {
  readonly chunks: number;
  readonly maps: readonly MapName[];
  /** Names of packs, one after the other. */
  readonly packs: Buffer;
  /** The first halves of hooks, one after the other. */
  readonly prefixes: Buffer;
  /** The number of the map for each hook. */
  readonly mapNumbers: Uint32Array;
}

/** Random names, made many at a time. */
const createNames = () => {
  let text = '';
  let at = 0;
  return <Name extends ChunkName | PackName>(): Name => {
    if (at === text.length) {
      text = randomBytes(nameBytes * 4096).toString('hex');
      at = 0;
    }
    at += 2 * nameBytes;
    return trusted<Name>(text.slice(at - 2 * nameBytes, at));
  };
};

/** Makes up the maps of so many chunks. No bytes of chunks: nothing that looks chunks up reads any. */
export const makeUpSparseTree = async (folder: string, chunks: number): Promise<SparseTree> => {
  mkdirSync(folder, { recursive: true });
  const codec = await createNodeCodec();
  const nextName = createNames();
  const segmenter = createSegmenter();
  const maps: MapName[] = [];
  const packs: Buffer[] = [];
  const prefixes: Buffer[] = [];
  const mapNumbers: number[] = [];
  const put = (segment: readonly ChunkLocation[] | undefined): void => {
    if (segment === undefined) return;
    const bytes = encodeChunkMap(segment);
    const name = trusted<MapName>(codec.blake3Hex(bytes));
    writeFileSync(join(folder, name), bytes);
    const hooks = hooksOf(segment);
    prefixes.push(Buffer.from(hooks.map((hook) => hook.slice(0, 2 * prefixBytes)).join(''), 'hex'));
    for (let left = hooks.length; left > 0; left -= 1) mapNumbers.push(maps.length);
    maps.push(name);
  };
  let pack = nextName<PackName>();
  for (let at = 0; at < chunks; at += 1) {
    if (at % chunksPerPack === 0) {
      pack = nextName<PackName>();
      packs.push(Buffer.from(pack, 'hex'));
    }
    const offset = 8 + (at % chunksPerPack) * storedBytes;
    put(segmenter.push({ name: nextName<ChunkName>(), pack, offset, storedBytes, rawBytes, encoding: 1 }));
  }
  put(segmenter.finish());
  return {
    chunks,
    maps,
    packs: Buffer.concat(packs),
    prefixes: Buffer.concat(prefixes),
    mapNumbers: Uint32Array.from(mapNumbers),
  };
};

/** So many names in the order of the file, from a chunk of a map on. */
export const namesFrom = (folder: string, { maps }: SparseTree, map: number, skip: number, count: number): string[] => {
  const names: string[] = [];
  for (let at = map; names.length < skip + count && at < maps.length; at += 1) {
    const chunks = parseChunkMap(readFileSync(join(folder, maps[at] ?? '')))._unsafeUnwrap();
    for (const { name } of chunks) names.push(name);
  }
  return names.slice(skip, skip + count);
};
