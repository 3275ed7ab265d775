import { thrownOutage } from '../../model/blob-unreadable.js';
import { TreeUnavailable } from '../../model/chunk-tree/tree-fault.js';
import {
  blobOfBlockNames,
  connectionOf,
  type ObjectKey,
  type Oid,
  oidOfObjectKey,
  parseStagingKey,
  repositoryOfKey,
  type RepositoryId,
  type TreePath,
  trusted,
  type UploadSessionId,
} from '../../model/values/index.js';
import type { BlobEntry } from '../../ports/blob-store.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { ask, BucketSilent, type Inspection } from './inspection.js';

/** Looked up at once. */
const entriesPerSlice = 1000;
/** Those that nobody knew at first are kept until they are looked up once more: some 20 MB. */
const maxKept = 100_000;

const everything = trusted<ObjectKey>('repositories');

/** What a key of one repository is for, by how it is looked up. */
interface SortedKeys {
  readonly oids: Map<Oid, BlobEntry>;
  readonly paths: Map<TreePath, BlobEntry>;
  readonly staged: { readonly sessionId: UploadSessionId; readonly entry: BlobEntry }[];
  readonly others: BlobEntry[];
}

const treeFolder = '/cas/';

const sortKeys = (entries: readonly BlobEntry[]): SortedKeys => {
  const sorted: SortedKeys = { oids: new Map(), paths: new Map(), staged: [], others: [] };
  for (const entry of entries) {
    const { key } = entry;
    // Block names belong to the object whose blob is to lie beside them, and are listed where that is lost.
    const oid = oidOfObjectKey(blobOfBlockNames(key) ?? key);
    const staging = parseStagingKey(key);
    const at = key.indexOf(treeFolder);
    // Clients name files of a tree, and may name one as an object is.
    if (at !== -1) sorted.paths.set(trusted<TreePath>(key.slice(at + treeFolder.length)), entry);
    else if (oid !== undefined) sorted.oids.set(oid, entry);
    else if (staging !== undefined) sorted.staged.push({ sessionId: staging.sessionId, entry });
    else sorted.others.push(entry);
  }
  return sorted;
};

const unknownOf = async (
  { integrity, tree }: Queries,
  repositoryId: RepositoryId,
  entries: readonly BlobEntry[],
): Promise<readonly BlobEntry[]> => {
  const { oids, paths, staged, others } = sortKeys(entries);
  const whole = oids.size === 0 ? new Set<Oid>() : await integrity.findWhole(repositoryId, [...oids.keys()]);
  const files = paths.size === 0 ? new Map() : await tree.findFiles(repositoryId, [...paths.keys()]);
  const sessionIds = [...new Set(staged.map(({ sessionId }) => sessionId))];
  const unswept = sessionIds.length === 0 ? new Set<UploadSessionId>() : await integrity.findUnswept(repositoryId, sessionIds);
  return [
    ...[...oids].flatMap(([oid, entry]) => (whole.has(oid) ? [] : [entry])),
    ...[...paths].flatMap(([path, entry]) => (files.has(path) ? [] : [entry])),
    ...staged.flatMap(({ sessionId, entry }) => (unswept.has(sessionId) ? [] : [entry])),
    ...others,
  ];
};

const byRepository = (entries: readonly BlobEntry[]): ReadonlyMap<RepositoryId | undefined, readonly BlobEntry[]> => {
  const groups = new Map<RepositoryId | undefined, BlobEntry[]>();
  for (const entry of entries) {
    const id = repositoryOfKey(entry.key);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [entry]);
    else group.push(entry);
  }
  return groups;
};

/** Those of the blobs of which the database knows nothing. */
const findUnknown = (inspection: Inspection, entries: readonly BlobEntry[]): Promise<readonly BlobEntry[]> =>
  ask(inspection, async (queries) => {
    const groups = byRepository(entries);
    const ids = [...groups.keys()].filter((id) => id !== undefined);
    const owners = await queries.integrity.findOwners(ids);
    const unknown: BlobEntry[] = [];
    for (const [id, ofRepository] of groups) {
      const owner = id && owners.get(id);
      // Of a repository that was deleted nothing but its id is known: all below it goes when its grace is over.
      if (owner === 'deleted') continue;
      unknown.push(...(id && owner === 'kept' ? await unknownOf(queries, id, ofRepository) : ofRepository));
    }
    return unknown;
  });

/** Those that are there still and that nobody knows still are told. */
const tellAll = async (inspection: Inspection, candidates: readonly BlobEntry[]): Promise<void> => {
  for (let at = 0; at < candidates.length; at += entriesPerSlice) {
    for (const { key } of await findUnknown(inspection, candidates.slice(at, at + entriesPerSlice))) {
      const found = await inspection.ports.blobs.head(key);
      if (found.isOk()) inspection.report({ kind: 'orphan', key, sizeBytes: found.value.sizeBytes });
    }
  }
};

/** A listing says by throwing that the store does not answer. A customer's bucket that does not ends the look at its repository alone. */
async function* listAll({ ports }: Inspection, prefix: ObjectKey): AsyncGenerator<BlobEntry, void, undefined> {
  try {
    yield* ports.blobs.list(prefix);
  } catch (thrown) {
    const outage = thrownOutage(thrown);
    if (outage === undefined) throw thrown;
    const isBucket = connectionOf(prefix) !== undefined && outage.part !== 'database';
    throw isBucket ? new BucketSilent('the bucket does not list its blobs') : new TreeUnavailable(outage);
  }
}

/**
 * Tells of blobs below the prefix that the database does not know, and leaves them where they are. A blob may be written before its row, so each is looked up
 * once more when all have been listed.
 */
export const findOrphans = async (inspection: Inspection, prefix: ObjectKey = everything): Promise<void> => {
  let slice: BlobEntry[] = [];
  let candidates: BlobEntry[] = [];
  const look = async (): Promise<void> => {
    candidates.push(...(await findUnknown(inspection, slice)));
    slice = [];
    if (candidates.length < maxKept) return;
    await tellAll(inspection, candidates);
    candidates = [];
  };
  for await (const entry of listAll(inspection, prefix)) {
    slice.push(entry);
    if (slice.length === entriesPerSlice) await look();
  }
  await look();
  await tellAll(inspection, candidates);
};
