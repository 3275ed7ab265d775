import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import { commitsPerChunk, extendGraph } from '../../formats/commit-graph/index.js';
import { type BadRequest, badRequest, invariant, type QuotaExceeded } from '../../model/app-error.js';
import type { GitId } from '../../model/git-index/git-id.js';
import type { GitIndex, GitObject, PendingCommit } from '../../model/git-index/git-index.js';
import { type GitCommit, parseCommit } from '../../model/git-index/parse-commit.js';
import { isOfBlob } from '../../model/git-index/path-entry.js';
import { limitsOf } from '../../model/quotas/limits.js';
import { type ByteCount, MIB } from '../../model/values/byte-count.js';
import type { Oid } from '../../model/values/oid.js';
import type { Ports } from '../../ports/ports.js';
import type { TreeBytes } from './check-trees.js';
import {
  type ByteCache,
  cacheKey,
  createByteCache,
  type IndexCaches,
  maxTreeBytes,
} from '../../steps/git-history/index-caches.js';
import { createIndexNodes } from '../../steps/git-history/index-nodes.js';
import { exceedsIndexBytes, rowBytes } from '../../model/quotas/index-quota.js';
import type { FindObjectIds } from './index-trees.js';
import { type NumberedObjects, numberObjects } from './number-objects.js';
import type { SentTree, TakenTrees, TakeTrees } from './sent-trees.js';
import { nameIndexed } from '../../steps/objects/name-indexed.js';
import { createTreeTaking, type TakenOver } from './tree-taking.js';
import { type AssembledContents, verifyContents } from './verify-contents.js';
import { type IndexError, type LockedSession, withOpenIndexSession } from './with-index-session.js';

/** What nobody else may see before the transaction is through. */
interface Fresh {
  readonly nodes: ReadonlyMap<number, Uint8Array>;
  /** By cache key. */
  readonly trees: ByteCache;
  /** Keys of trees in whose place others came: few ask for them again. */
  readonly formerTrees: ReadonlySet<string>;
}

interface Taken {
  readonly answer: TakenTrees;
  /** Objects that LFS pointers of the request name. */
  readonly used: readonly Oid[];
  readonly fresh: Fresh;
}

/** Of the commits whose trees come with one request: all of them are in memory. */
const maxPendingBytes = 32 * MIB;
/** Trees of commits that hold the thread for a few milliseconds. */
const treesPerSlice = 16;

const sumOf = <T>(items: Iterable<T>, bytesOf: (item: T) => number): ByteCount => {
  let sum = 0;
  for (const item of items) sum += bytesOf(item);
  return sum;
};

/** What the rows take that a request adds, about. */
const bytesOf = (over: TakenOver, nodes: ReadonlyMap<number, Uint8Array>, objects: readonly GitObject[]): ByteCount =>
  (objects.length + over.deletions.length) * rowBytes +
  sumOf(nodes.values(), ({ byteLength }) => byteLength) +
  sumOf(
    over.commits,
    ({ message, author, committer }) => rowBytes + message.length + author.name.length + committer.name.length,
  ) +
  sumOf([...over.renames.values()].flat(), ({ from, to }) => rowBytes + from.length + to.length) +
  sumOf(over.uses, ({ path }) => rowBytes + path.length);

/** Objects that the request adds are not in the records yet. */
const findIdsWith = ({ records, repositoryId }: LockedSession, added: readonly GitObject[]): FindObjectIds => {
  const own = new Map(added.map(({ number, id }) => [number, id]));
  return async (numbers) => {
    const missing = numbers.filter((number) => !own.has(number));
    const found = new Map(missing.length === 0 ? [] : await records.gitIndex.findObjectIds(repositoryId, missing));
    for (const number of numbers) {
      const id = own.get(number);
      if (id !== undefined) found.set(number, id);
    }
    return found;
  };
};

const storeGraph = async ({ records, repositoryId, index }: LockedSession, { graph }: TakenOver): Promise<void> => {
  if (graph.length === 0) return;
  const { commitCount } = index;
  const [last] =
    commitCount % commitsPerChunk === 0
      ? []
      : await records.gitIndex.listGraphChunks(repositoryId, Math.floor(commitCount / commitsPerChunk));
  await records.gitIndex.putGraphChunks(repositoryId, extendGraph(commitCount, last, graph));
};

const store = async (
  locked: LockedSession,
  over: TakenOver,
  nodes: ReadonlyMap<number, Uint8Array>,
  objects: readonly GitObject[],
  index: GitIndex,
): Promise<void> => {
  const { records, repositoryId, session } = locked;
  const { gitIndex } = records;
  await gitIndex.addObjects(repositoryId, objects);
  await gitIndex.addNodes(repositoryId, nodes);
  await gitIndex.addCommits(repositoryId, over.commits);
  for (const [commit, renames] of over.renames) await gitIndex.addRenames(repositoryId, commit, renames);
  await gitIndex.addDeletions(repositoryId, over.deletions);
  await gitIndex.addUses(repositoryId, over.uses);
  await storeGraph(locked, over);
  for (const { id, progress } of over.begun) if (progress !== undefined) await gitIndex.putProgress(session.id, id, progress);
  await gitIndex.removePending(
    session.id,
    over.commits.map(({ id }) => id),
  );
  await gitIndex.put(repositoryId, index);
};

const readAll = ({ session }: LockedSession, pending: Iterable<PendingCommit>): ReadonlyMap<GitId, GitCommit> => {
  const commits = new Map<GitId, GitCommit>();
  for (const { id, raw } of pending) {
    const commit = parseCommit(raw, session.objectFormat);
    invariant(commit.isOk(), 'a commit is read before it is kept');
    commits.set(id, commit.value);
  }
  return commits;
};

/**
 * Objects that pointers of the request name, in the order of its commits. Those of what was taken before are among them: the answer to it may have been lost
 * before they had their names.
 */
const pointedAt = async (
  { records, repositoryId }: LockedSession,
  trees: readonly SentTree[],
  { all }: NumberedObjects,
): Promise<readonly Oid[]> => {
  const files = trees.flatMap(({ changes }) => changes.flatMap(({ file }) => file ?? []));
  const ids = [...new Set(files.filter(({ mode }) => isOfBlob(mode)).map(({ id }) => id))];
  const taken = await records.gitIndex.findObjects(
    repositoryId,
    ids.filter((id) => !all.has(id)),
  );
  return [...new Set(ids.flatMap((id) => (all.get(id) ?? taken.get(id))?.lfs?.oid ?? []))];
};

type TakePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'hasher' | 'settings'>;

const takeAll = async (
  { hasher, clock, settings }: TakePorts,
  caches: IndexCaches,
  locked: LockedSession,
  { objects, trees }: TakeTrees,
): Promise<Result<Taken, BadRequest | QuotaExceeded>> => {
  const { records, repositoryId, index, session } = locked;
  const sent = [...new Set(trees.map(({ commit }) => commit))];
  const done = await records.gitIndex.findCommits(repositoryId, sent);
  const sizes = await records.gitIndex.findPendingSizes(session.id, sent);
  if (sumOf(sizes.values(), (size) => size) > maxPendingBytes)
    return err(badRequest('trees', 'out_of_range', 'too_much_at_once'));
  const kept = [...(await records.gitIndex.findPending(session.id, sent)).values()];
  const pending = new Map(kept.filter(({ id }) => !done.has(id)).map((commit) => [commit.id, commit]));
  // Another session has completed them. Of one whose parts have begun to come pages are noted, which go with the session.
  const overtaken = kept.filter(({ id, progress }) => done.has(id) && progress === undefined);
  const read = readAll(locked, pending.values());
  const named = [...read.values()];
  const parents = await records.gitIndex.findCommits(repositoryId, [...new Set(named.flatMap((commit) => commit.parents))]);
  // What is complete is not looked at again.
  const wanted = trees.map((tree) => (done.has(tree.commit) ? { ...tree, changes: [], renames: [], rawTrees: [] } : tree));
  const roots = named.map(({ tree }) => tree);
  const numbered = await numberObjects(locked, objects, wanted, roots);
  if (numbered.isErr()) return err(numbered.error);
  const nodes = createIndexNodes(records.gitIndex, repositoryId, caches);
  const freshTrees = createByteCache(maxTreeBytes);
  const formerTrees = new Set<string>();
  const keyOf = (object: number): string => cacheKey(repositoryId, object);
  const pause = pauseOf(clock);
  const treeBytes: TreeBytes = {
    get: (object) => freshTrees.get(keyOf(object)) ?? caches.trees.get(keyOf(object)),
    put: (object, bytes, former) => {
      freshTrees.set(keyOf(object), bytes);
      formerTrees.delete(keyOf(object));
      if (former !== undefined) formerTrees.add(keyOf(former));
    },
  };
  const findIds = findIdsWith(locked, numbered.value.added);
  const taking = createTreeTaking({
    locked,
    hasher,
    nodes,
    check: { hasher, format: session.objectFormat, load: nodes.load, findIds, trees: treeBytes, pause },
    objects: numbered.value,
    indexed: new Map([...done, ...parents]),
    pending,
    read,
  });
  for (const [at, tree] of wanted.entries()) {
    const taken = await taking.take(tree, at);
    if (taken.isErr()) return err(taken.error);
    if (at % treesPerSlice === treesPerSlice - 1) await pause();
  }
  const over = taking.takenOver();
  const { added } = numbered.value;
  const freedBytes = over.freedBytes + sumOf(overtaken, ({ raw }) => raw.byteLength);
  const more = bytesOf(over, nodes.written, added) - freedBytes;
  const exceeded = exceedsIndexBytes(limitsOf(settings), index.bytes, more);
  if (exceeded !== undefined) return err(exceeded);
  await store(locked, over, nodes.written, added, {
    ...index,
    commitCount: index.commitCount + over.graph.length,
    objectCount: index.objectCount + added.length,
    writeCount: index.writeCount + over.writes,
    bytes: index.bytes + more,
  });
  await records.gitIndex.removePending(
    session.id,
    overtaken.map(({ id }) => id),
  );
  const isComplete = new Set([...done.keys(), ...over.commits.map(({ id }) => id)]);
  return ok({
    answer: {
      completed: wanted.filter(({ commit, isLast }) => isLast && isComplete.has(commit)).length,
      pending: await records.gitIndex.countPending(session.id),
    },
    used: await pointedAt(locked, trees, numbered.value),
    fresh: { nodes: nodes.written, trees: freshTrees, formerTrees },
  });
};

export const takeTrees = (ports: TakePorts & Pick<Ports, 'blobs'>, caches: IndexCaches, assembled: AssembledContents) => {
  const verify = verifyContents(ports, assembled);
  const name = nameIndexed(ports);
  return (grant: RepositoryGrant<'repository.push'>, command: TakeTrees): ResultAsync<TakenTrees, IndexError> =>
    // The bytes are read before anything is locked.
    verify(grant.repository, command.contents ?? [])
      .andThen((contents) =>
        withOpenIndexSession(ports, grant, command.sessionId, async (locked) => {
          await locked.records.gitIndex.putContents(locked.repositoryId, contents);
          return takeAll(ports, caches, locked, command);
        }),
      )
      .andThen(({ answer, used, fresh }) => {
        const { repositoryId } = grant.repository;
        for (const [page, bytes] of fresh.nodes) caches.nodes.set(cacheKey(repositoryId, page), bytes);
        for (const key of fresh.formerTrees) caches.trees.remove(key);
        for (const [key, bytes] of fresh.trees.entries()) if (!fresh.formerTrees.has(key)) caches.trees.set(key, bytes);
        return name(repositoryId, used).map(() => answer);
      });
};
