import type { Oid } from '@svc/core';
import { type ChunkLocation, manifestPath, type MapName, mapPath } from '@svc/core/model';
import { type Manifest, type ManifestMap, maxManifestBytes, maxMapBytes, parseChunkMap, parseManifest } from '@svc/core/packs';
import { valueOf } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import type { Traffic } from './traffic.js';

/** The list of an object's chunks is not there, not verified or not one: the object has to come another way. */
export class UnusableList extends Error {
  override readonly name = 'UnusableList';
}

/** The object's manifest, if the service vouches for it. */
export const readManifest = async (context: TransferContext, oid: Oid, traffic: Traffic): Promise<Manifest> => {
  const { client, repositoryId, signal } = context;
  const file = await valueOf(client.tree.get(repositoryId, manifestPath(oid), { maxBytes: maxManifestBytes, signal }));
  if (file === undefined) throw new UnusableList('there is no manifest');
  if (!file.isVerified) throw new UnusableList('the manifest is not verified');
  traffic.receivedBytes += file.bytes.byteLength;
  const manifest = parseManifest(file.bytes);
  if (manifest.isErr()) throw new UnusableList(`the manifest is none: ${manifest.error.problem}`);
  if (manifest.value.oid !== oid) throw new UnusableList("the manifest is another object's");
  return manifest.value;
};

const fetchMap = async (
  { client, codec, repositoryId, signal }: TransferContext,
  name: MapName,
  traffic: Traffic,
): Promise<readonly ChunkLocation[]> => {
  const file = await valueOf(client.tree.get(repositoryId, mapPath(name), { maxBytes: maxMapBytes, signal }));
  if (file === undefined) throw new UnusableList('a chunk map is missing');
  traffic.receivedBytes += file.bytes.byteLength;
  if (codec.blake3Hex(file.bytes) !== name) throw new UnusableList('a chunk map has other bytes than its name stands for');
  const locations = parseChunkMap(file.bytes);
  if (locations.isErr()) throw new UnusableList(`a chunk map is none: ${locations.error.problem}`);
  return locations.value;
};

/** The largest ones take some 10 MB of memory together. */
const maxKeptMaps = 8;

type ReadMap = (map: ManifestMap) => Promise<readonly ChunkLocation[]>;

/** A manifest may name a map again and again, as one of a file of zeros does: those that were used last are kept. */
const createMapReader = (context: TransferContext, traffic: Traffic): ReadMap => {
  const kept = new Map<MapName, readonly ChunkLocation[]>();
  return async ({ name, sizeBytes, chunkCount }) => {
    const locations = kept.get(name) ?? (await fetchMap(context, name, traffic));
    kept.delete(name);
    kept.set(name, locations);
    const [oldest] = kept.keys();
    if (kept.size > maxKeptMaps && oldest !== undefined) kept.delete(oldest);
    const total = locations.reduce((sum, { rawBytes }) => sum + rawBytes, 0);
    if (total !== sizeBytes || locations.length !== chunkCount) throw new UnusableList('a chunk map does not fit its manifest');
    return locations;
  };
};

/** The object's chunks in order, a map at a time. The next map is on its way while one is worked through. */
export async function* readMaps(
  context: TransferContext,
  maps: readonly ManifestMap[],
  traffic: Traffic,
): AsyncGenerator<readonly ChunkLocation[]> {
  const readMap = createMapReader(context, traffic);
  const start = (index: number): Promise<readonly ChunkLocation[]> | undefined => {
    const map = maps[index];
    const reading = map === undefined ? undefined : readMap(map);
    reading?.catch(() => undefined);
    return reading;
  };
  let reading = start(0);
  for (let index = 1; reading !== undefined; index += 1) {
    const locations: readonly ChunkLocation[] = await reading;
    reading = start(index);
    yield locations;
  }
}
