import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { type Pause, pauseOf } from '../../../concurrency/pause-of.js';
import { mapOrdered } from '../../../concurrency/map-ordered.js';
import type { MapList } from '../../../formats/packs/index.js';
import { createPieceList, type Pieces, type TwoPieces } from '../../../formats/tensors/index.js';
import type { Unavailable } from '../../../model/app-error.js';
import { thrownOutage } from '../../../model/blob-unreadable.js';
import type { MapName } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { ChunkTree } from './chunk-tree.js';
import type { DownloadBudget } from './download-budget.js';
import { downloadStore } from './download-store.js';
import type { AssembledObject, FindFrozenManifest } from './frozen-manifests.js';
import { createMapReader } from './read-chunk-map.js';

/** Chunks that are listed for one comparison, of both objects together; those of chunk maps that both have are not. */
const maxComparedChunks = 262_144;

export type ReadPieces = (own: AssembledObject, other: AssembledObject) => ResultAsync<TwoPieces, Unavailable>;

/** Of a chunk with its name, about. */
const bytesPerChunk = 160;
const concurrentMaps = 4;

const namesOf = (maps: MapList): ReadonlySet<MapName> => {
  const names = new Set<MapName>();
  for (let at = 0; at < maps.length; at += 1) names.add(maps.at(at).name);
  return names;
};

const chunksOutside = (maps: MapList, shared: ReadonlySet<MapName>): number => {
  let chunks = 0;
  for (let at = 0; at < maps.length; at += 1) {
    const { name, chunkCount } = maps.at(at);
    if (!shared.has(name)) chunks += chunkCount;
  }
  return chunks;
};

async function* positionsOf({ length }: MapList): AsyncGenerator<number, void, undefined> {
  for (let at = 0; at < length; at += 1) yield await Promise.resolve(at);
}

interface Listed {
  readonly tree: ChunkTree;
  readonly profile: Pieces['profile'];
  readonly maps: MapList;
}

const listPieces = async ({ tree, profile, maps }: Listed, shared: ReadonlySet<MapName>, pause: Pause): Promise<Pieces> => {
  const pieces = createPieceList(profile);
  const readMap = createMapReader(tree);
  const read = async (at: number) => {
    const map = maps.at(at);
    return { map, chunks: shared.has(map.name) ? undefined : await readMap(map) };
  };
  for await (const { map, chunks } of mapOrdered(positionsOf(maps), read, { concurrency: concurrentMaps })) {
    if (chunks === undefined) pieces.pushSegment(map.name, map.sizeBytes, map.chunkCount);
    else {
      for (const { name, rawBytes } of chunks) pieces.pushChunk(name, rawBytes);
      await pause();
    }
  }
  return pieces;
};

/**
 * Reads what two objects are made of. A chunk map that both have is not read but taken as one piece, so that the work follows from what differs, and not from
 * how large the objects are.
 */
export const readPieces = (
  ports: Pick<Ports, 'blobs' | 'clock' | 'codec' | 'hasher'>,
  budget: DownloadBudget,
  findManifest: FindFrozenManifest,
): ReadPieces => {
  const { clock, codec, hasher } = ports;
  const pause = pauseOf(clock);
  const read = async (own: AssembledObject, other: AssembledObject): Promise<Result<TwoPieces, Unavailable>> => {
    const [mine, theirs] = [await findManifest(own), await findManifest(other)];
    if (mine.isErr()) return err(mine.error);
    if (theirs.isErr()) return err(theirs.error);
    if (mine.value === undefined || theirs.value === undefined) return ok({ kind: 'unknown' });
    const { manifest, owner } = mine.value;
    const former = theirs.value.manifest;
    const formerNames = namesOf(former.maps);
    const shared = new Set([...namesOf(manifest.maps)].filter((name) => formerNames.has(name)));
    const chunks = chunksOutside(manifest.maps, shared) + chunksOutside(former.maps, shared);
    if (chunks > maxComparedChunks) return ok({ kind: 'too_many_chunks' });
    const list = ({ namespace }: AssembledObject, { profile, maps }: typeof manifest): Promise<Pieces> =>
      listPieces({ tree: { blobs: downloadStore(ports, namespace), codec, hasher, namespace }, profile, maps }, shared, pause);
    return budget.spend(owner, chunks * bytesPerChunk, async () =>
      ok({ kind: 'known', pieces: [await list(own, manifest), await list(other, former)] }),
    );
  };
  return (own, other) =>
    new ResultAsync(
      read(own, other).catch((thrown: unknown) => {
        const outage = thrownOutage(thrown);
        if (outage === undefined) throw thrown;
        return err(outage);
      }),
    );
};
