import { ok, type Result } from 'neverthrow';
import { pauseOf } from '../../../concurrency/pause-of.js';
import type { Unavailable } from '../../../model/app-error.js';
import { isId, type Oid, type RepositoryId, type StorageNamespace } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { Queries } from '../../../ports/unit-of-work.js';
import type { DownloadBudget } from './download-budget.js';
import { downloadStore } from './download-store.js';
import { type FrozenManifest, loadFrozenManifest } from './frozen-manifest.js';
import { createManifestCache } from './manifest-cache.js';

export interface AssembledObject {
  readonly namespace: StorageNamespace;
  readonly oid: Oid;
}

interface Pin {
  /** Of the object's frozen manifest. */
  readonly sha256: string;
  /** The organization. */
  readonly owner: string;
}

/** A namespace ends with its repository's id. */
const findPin = async (queries: Queries, { namespace, oid }: AssembledObject): Promise<Pin | undefined> => {
  const repositoryId = namespace.split('/').at(-1) ?? '';
  if (!isId<RepositoryId>(repositoryId)) return undefined;
  const repository = await queries.repositories.find(repositoryId);
  if (repository?.namespace !== namespace) return undefined;
  const sha256 = await queries.tree.findManifest(repositoryId, oid);
  return sha256 === undefined ? undefined : { sha256, owner: repository.organizationId };
};

export interface OwnedManifest {
  readonly manifest: FrozenManifest;
  /** The organization. */
  readonly owner: string;
}

/** The manifest by which the object was verified; undefined for one that has none. Those that were used last are kept. */
export type FindFrozenManifest = (object: AssembledObject) => Promise<Result<OwnedManifest | undefined, Unavailable>>;

export const createFrozenManifests = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'codec' | 'hasher'>,
  budget: DownloadBudget,
): FindFrozenManifest => {
  const cached = createManifestCache();
  const pause = pauseOf(ports.clock);
  return async (object) => {
    const { namespace, oid } = object;
    const pin = await ports.unitOfWork.read((queries) => findPin(queries, object));
    if (pin.isErr() || pin.value === undefined) return pin.map(() => undefined);
    const { sha256, owner } = pin.value;
    const tree = { blobs: downloadStore(ports, namespace), hasher: ports.hasher, namespace };
    const manifest = await cached(namespace, sha256, () => loadFrozenManifest(budget, pause, { tree, sha256, oid, owner }));
    return manifest.andThen((frozen) => ok({ manifest: frozen, owner }));
  };
};
