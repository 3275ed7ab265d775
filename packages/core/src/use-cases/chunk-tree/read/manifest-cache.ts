import { err, ok, type Result } from 'neverthrow';
import type { Unavailable } from '../../../model/app-error.js';
import { MIB, type StorageNamespace } from '../../../model/values/index.js';
import type { FrozenManifest } from './frozen-manifest.js';

/** Memory of the parsed manifests that are kept; the largest has 5 MB, most have less than a kilobyte. */
const maxKeptBytes = 32 * MIB;
/** What an entry costs besides its maps. */
const entryBytes = 1024;

type Loaded = Result<FrozenManifest, Unavailable>;

/**
 * Keeps the frozen manifests that were used last, parsed, and loads one that is wanted by many at once only once. They never change, so that one that is
 * kept stays right.
 */
export const createManifestCache = (
  maxBytes = maxKeptBytes,
): ((namespace: StorageNamespace, sha256: string, load: () => Promise<Loaded>) => Promise<Loaded>) => {
  const kept = new Map<string, FrozenManifest>();
  const loading = new Map<string, Promise<Loaded>>();
  let keptBytes = 0;
  const bytesOf = ({ maps }: FrozenManifest): number => entryBytes + maps.memoryBytes;

  const keep = (key: string, manifest: FrozenManifest): void => {
    kept.set(key, manifest);
    keptBytes += bytesOf(manifest);
    for (const [oldest, each] of kept) {
      if (keptBytes <= maxBytes) return;
      kept.delete(oldest);
      keptBytes -= bytesOf(each);
    }
  };
  const loadAndKeep = async (key: string, load: () => Promise<Loaded>): Promise<Loaded> => {
    try {
      const loaded = await load();
      if (loaded.isErr()) return err(loaded.error);
      keep(key, loaded.value);
      return loaded;
    } finally {
      loading.delete(key);
    }
  };

  return async (namespace, sha256, load) => {
    // Two repositories with one manifest know nothing of each other.
    const key = `${namespace}/${sha256}`;
    const manifest = kept.get(key);
    if (manifest !== undefined) {
      kept.delete(key);
      kept.set(key, manifest);
      return ok(manifest);
    }
    const flight = loading.get(key) ?? loadAndKeep(key, load);
    loading.set(key, flight);
    return flight;
  };
};
