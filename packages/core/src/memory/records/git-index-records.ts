import { invariant } from '../../model/app-error.js';
import type { GitId } from '../../model/git-index/git-id.js';
import type { GitRename, GitUse, PendingCommit } from '../../model/git-index/git-index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { IndexSessionId, Oid, RepositoryId } from '../../model/values/index.js';
import type { GitIndexQueries, GitIndexRecords } from '../../ports/records/git-index-records.js';
import { compareText, pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const numbered = (repositoryId: RepositoryId, number: number): string => keyOf(repositoryId, String(number));

type PlaceOfUse = Pick<GitUse, 'commit' | 'path'>;

const comparePlaces = (left: PlaceOfUse, right: PlaceOfUse): number =>
  left.commit - right.commit || (left.path < right.path ? -1 : Number(left.path > right.path));

/** What is found of keys, in their order. */
const foundOf = <Key, Value>(keys: readonly Key[], find: (key: Key) => Value | undefined): ReadonlyMap<Key, Value> =>
  new Map(
    keys.flatMap((key): [Key, Value][] => {
      const value = find(key);
      return value === undefined ? [] : [[key, value]];
    }),
  );

/** Bytes cannot be frozen, so what is kept and what is answered are copies of their own. */
const copyOf = (commit: PendingCommit): PendingCommit => ({ ...commit, raw: commit.raw.slice() });

const renamesOf = (
  { gitRenames }: ReadableTables,
  repositoryId: RepositoryId,
  commit: number,
  isWanted: (rename: GitRename) => boolean,
): readonly GitRename[] =>
  gitRenames
    .where((row) => row.repositoryId === repositoryId && row.commit === commit && isWanted(row.rename))
    .map(({ rename }) => rename);

export const gitIndexQueries = (tables: ReadableTables): GitIndexQueries => ({
  find: async (repositoryId) => tables.gitIndexes.get(repositoryId),
  findSession: async (repositoryId, sessionId) => {
    const session = tables.gitIndexSessions.get(sessionId);
    return session?.repositoryId === repositoryId ? session : undefined;
  },
  findCommits: async (repositoryId, ids) => foundOf(ids, (id) => tables.gitCommits.get(keyOf(repositoryId, id))?.commit),
  findObjects: async (repositoryId, ids) => foundOf(ids, (id) => tables.gitObjects.get(keyOf(repositoryId, id))?.object),
  findCommitDetails: async (repositoryId, numbers) => {
    const wanted = new Set(numbers);
    const commits = tables.gitCommits.where((row) => row.repositoryId === repositoryId && wanted.has(row.commit.number));
    return new Map(commits.map(({ commit }) => [commit.number, commit]));
  },
  findCommitIds: async (repositoryId, numbers) => {
    const wanted = new Set(numbers);
    const commits = tables.gitCommits.where((row) => row.repositoryId === repositoryId && wanted.has(row.commit.number));
    return new Map(commits.map(({ commit }) => [commit.number, commit.id]));
  },
  listCommitsBetween: async (repositoryId, from, to, limit) =>
    tables.gitCommits
      .where((row) => row.repositoryId === repositoryId && row.commit.id >= from && row.commit.id <= to)
      .map(({ commit }) => commit)
      .toSorted((left, right) => compareText(left.id, right.id))
      .slice(0, limit),
  findObjectsByNumber: async (repositoryId, numbers) =>
    foundOf(numbers, (number) => {
      const id = tables.gitObjectIds.get(numbered(repositoryId, number))?.id;
      return id && tables.gitObjects.get(keyOf(repositoryId, id))?.object;
    }),
  findObjectIds: async (repositoryId, numbers) =>
    foundOf(numbers, (number) => tables.gitObjectIds.get(numbered(repositoryId, number))?.id),
  loadNodes: async (repositoryId, pages) =>
    foundOf(pages, (page) => tables.gitNodes.get(numbered(repositoryId, page))?.bytes.slice()),
  findRenamesFrom: async (repositoryId, commit, paths, limit) => {
    const wanted = new Set(paths);
    return renamesOf(tables, repositoryId, commit, ({ from }) => wanted.has(from)).slice(0, limit);
  },
  findRenamesTo: async (repositoryId, commit, paths, limit) => {
    const wanted = new Set(paths);
    return renamesOf(tables, repositoryId, commit, ({ to }) => wanted.has(to)).slice(0, limit);
  },
  listRenames: async (repositoryId, commits, limit) => {
    const wanted = new Set(commits);
    return tables.gitRenames
      .where((row) => row.repositoryId === repositoryId && wanted.has(row.commit))
      .map(({ commit, rename }) => ({ commit, ...rename }))
      .toSorted((left, right) => left.commit - right.commit)
      .slice(0, limit);
  },
  findRoots: async (repositoryId, commits) => {
    const wanted = new Set(commits);
    const rows = tables.gitCommits.where((row) => row.repositoryId === repositoryId && wanted.has(row.commit.number));
    return new Map(rows.map(({ commit }) => [commit.number, commit.root]));
  },
  listDeletions: async (repositoryId, path, upTo, limit) =>
    tables.gitDeletedPaths
      .where((row) => row.repositoryId === repositoryId && row.path === path && row.commit <= upTo)
      .map(({ commit }) => commit)
      .toSorted((left, right) => right - left)
      .slice(0, limit),
  listGraphChunks: async (repositoryId, first) =>
    tables.gitGraphChunks
      .where((row) => row.repositoryId === repositoryId && row.chunk >= first)
      .toSorted((left, right) => left.chunk - right.chunk)
      .map(({ bytes }) => bytes.slice()),
  listRefs: async (repositoryId, page) => {
    const refs = tables.gitRefs.where((row) => row.repositoryId === repositoryId).map(({ ref }) => ref);
    return pageByKey(refs, ({ name }) => name, page);
  },
  listRefTargets: async (repositoryId, page) => {
    const refs = tables.gitRefs
      .where((row) => row.repositoryId === repositoryId)
      .map(({ ref: { name, target, tag } }) => ({ name, target, tagId: tag?.id }));
    return pageByKey(refs, ({ name }) => name, page);
  },
  findRefs: async (repositoryId, names) => foundOf(names, (name) => tables.gitRefs.get(keyOf(repositoryId, name))?.ref),
  listTips: async (repositoryId) =>
    tables.gitRefs
      .where((row) => row.repositoryId === repositoryId)
      .map(({ ref: { name, commit, tag } }) => ({ name, commit, taggedAt: tag?.taggedAt }))
      .toSorted((left, right) => compareText(left.name, right.name)),
  countRefs: async (repositoryId) => tables.gitRefs.where((row) => row.repositoryId === repositoryId).length,
  countMissingObjects: async (repositoryId) => {
    const oids = tables.gitObjects
      .where((row) => row.repositoryId === repositoryId)
      .flatMap(({ object }) => object.lfs?.oid ?? []);
    return [...new Set(oids)].filter((oid) => tables.objects.get(keyOf(repositoryId, oid)) === undefined).length;
  },
  isContent: async (repositoryId, oid) =>
    tables.gitObjects.where((row) => row.repositoryId === repositoryId && row.object.contentOid === oid).length > 0,
  listPointers: async (repositoryId, oid, limit) =>
    tables.gitObjects
      .where((row) => row.repositoryId === repositoryId && row.object.lfs?.oid === oid)
      .map(({ object }) => object.number)
      .toSorted((left, right) => left - right)
      .slice(0, limit),
  findPlaces: async (repositoryId, oids) => {
    const wanted = new Set(oids);
    const oidOf = new Map(
      tables.gitObjects
        .where((row) => row.repositoryId === repositoryId)
        .flatMap(({ object: { number, lfs } }) => (lfs !== undefined && wanted.has(lfs.oid) ? [[number, lfs.oid]] : [])),
    );
    const uses = tables.gitUses
      .where((row) => row.repositoryId === repositoryId && oidOf.has(row.use.object))
      .map(({ use }) => use);
    const places = new Map<Oid, GitPath>();
    for (const { object, path } of uses.toSorted(comparePlaces)) {
      const oid = oidOf.get(object);
      if (oid !== undefined && !places.has(oid)) places.set(oid, path);
    }
    return places;
  },
  listUses: async (repositoryId, pointers, { after, limit }) =>
    tables.gitUses
      .where((row) => row.repositoryId === repositoryId && pointers.includes(row.use.object))
      .map(({ use }) => use)
      .filter((use) => after === undefined || comparePlaces(use, after) > 0)
      .toSorted(comparePlaces)
      .slice(0, limit),
  listUsesUpTo: async (repositoryId, pointers, upTo, limit) => {
    const wanted = new Set(pointers);
    return tables.gitUses
      .where(({ repositoryId: id, use }) => id === repositoryId && wanted.has(use.object) && use.commit <= upTo)
      .map(({ use }) => use)
      .slice(0, limit);
  },
  unindexedObjects: async (repositoryId, after, limit) => {
    const named = new Set(
      tables.gitObjects.where((row) => row.repositoryId === repositoryId).flatMap(({ object }) => object.lfs?.oid ?? []),
    );
    const found = tables.objects
      .where((row) => row.repositoryId === repositoryId && row.object.createdAt > after && !named.has(row.object.oid))
      .map(({ object }) => object.createdAt)
      .toSorted((left, right) => left - right)
      .slice(0, limit);
    return { count: found.length, oldestAt: found[0] };
  },
  findPending: async (sessionId, ids) =>
    foundOf(ids, (id) => {
      const pending = tables.gitPendingCommits.get(keyOf(sessionId, id));
      return pending && copyOf(pending.commit);
    }),
  findPendingSizes: async (sessionId, ids) =>
    foundOf(ids, (id) => tables.gitPendingCommits.get(keyOf(sessionId, id))?.commit.raw.byteLength),
  countPending: async (sessionId) => tables.gitPendingCommits.where((row) => row.sessionId === sessionId).length,
  listPendingFolders: async (sessionId, commit, after, limit) =>
    tables.gitPendingFolders
      .where((row) => row.sessionId === sessionId && row.commit === commit && (after === undefined || row.pending.folder > after))
      .map(({ pending }) => pending)
      .toSorted((left, right) => (left.folder < right.folder ? -1 : 1))
      .slice(0, limit),
  listEndedSessions: async (before, limit) =>
    tables.gitIndexSessions
      .where(({ expiresAt }) => expiresAt < before)
      .toSorted((left, right) => left.expiresAt - right.expiresAt || compareText(left.id, right.id))
      .slice(0, limit),
});

const isOfPending =
  (session: IndexSessionId, ids: ReadonlySet<GitId>) =>
  ({ sessionId, commit }: { readonly sessionId: IndexSessionId; readonly commit: GitId }): boolean =>
    sessionId === session && ids.has(commit);

export const gitIndexRecords = (tables: DraftTables): GitIndexRecords => ({
  ...gitIndexQueries(tables),
  lock: async (repositoryId) => tables.gitIndexes.get(repositoryId),
  put: async (repositoryId, index) => {
    invariant(tables.repositories.get(repositoryId) !== undefined, 'an index belongs to a repository');
    tables.gitIndexes.put(repositoryId, index);
  },
  addSession: async (session) => tables.gitIndexSessions.put(session.id, session),
  listSessions: async (repositoryId) =>
    tables.gitIndexSessions
      .where((session) => session.repositoryId === repositoryId)
      .toSorted((left, right) => left.openedAt - right.openedAt || compareText(left.id, right.id)),
  finalizeSession: async (sessionId, outcome) => {
    const session = tables.gitIndexSessions.get(sessionId);
    invariant(session !== undefined, 'a session that is finalized is there');
    tables.gitIndexSessions.put(sessionId, { ...session, outcome });
  },
  removeSession: async ({ id, repositoryId }) => {
    let bytes = 0;
    for (const { commit } of tables.gitPendingCommits.where(({ sessionId }) => sessionId === id)) bytes += commit.raw.byteLength;
    for (const { page } of tables.gitPendingPages.where(({ sessionId }) => sessionId === id)) {
      bytes += tables.gitNodes.get(numbered(repositoryId, page))?.bytes.byteLength ?? 0;
      tables.gitNodes.remove(numbered(repositoryId, page));
    }
    tables.gitPendingCommits.removeWhere(({ sessionId }) => sessionId === id);
    tables.gitPendingPages.removeWhere(({ sessionId }) => sessionId === id);
    tables.gitPendingFolders.removeWhere(({ sessionId }) => sessionId === id);
    tables.gitIndexSessions.remove(id);
    return bytes;
  },
  addPending: async (sessionId, commits) => {
    for (const commit of commits)
      tables.gitPendingCommits.put(keyOf(sessionId, commit.id), { sessionId, commit: copyOf(commit) });
  },
  putProgress: async (sessionId, id, progress) => {
    const key = keyOf(sessionId, id);
    const pending = tables.gitPendingCommits.get(key);
    invariant(pending !== undefined, 'a commit that has come so far is pending');
    tables.gitPendingCommits.put(key, { sessionId, commit: { ...pending.commit, progress } });
  },
  addPendingPages: async (sessionId, commit, pages) => {
    for (const page of pages) tables.gitPendingPages.put(keyOf(sessionId, String(page)), { sessionId, commit, page });
  },
  addPendingFolders: async (sessionId, commit, folders) => {
    for (const { folder, odd } of folders) {
      const key = keyOf(sessionId, commit, folder);
      const pending = { folder, odd: odd ?? tables.gitPendingFolders.get(key)?.pending.odd };
      tables.gitPendingFolders.put(key, { sessionId, commit, pending });
    }
  },
  removePending: async (sessionId, ids) => {
    const isDone = isOfPending(sessionId, new Set(ids));
    for (const id of ids) tables.gitPendingCommits.remove(keyOf(sessionId, id));
    tables.gitPendingPages.removeWhere(isDone);
    tables.gitPendingFolders.removeWhere(isDone);
  },
  addObjects: async (repositoryId, objects) => {
    for (const object of objects) {
      tables.gitObjects.put(keyOf(repositoryId, object.id), { repositoryId, object });
      tables.gitObjectIds.put(numbered(repositoryId, object.number), { repositoryId, id: object.id });
    }
  },
  putContents: async (repositoryId, contents) => {
    for (const [number, contentOid] of contents) {
      const id = tables.gitObjectIds.get(numbered(repositoryId, number))?.id;
      const row = id && tables.gitObjects.get(keyOf(repositoryId, id));
      invariant(row !== undefined, 'a Git object whose bytes are known is there');
      tables.gitObjects.put(keyOf(repositoryId, row.object.id), { ...row, object: { ...row.object, contentOid } });
    }
  },
  addCommits: async (repositoryId, commits) => {
    for (const commit of commits) tables.gitCommits.put(keyOf(repositoryId, commit.id), { repositoryId, commit });
  },
  addNodes: async (repositoryId, pages) => {
    for (const [page, bytes] of pages) tables.gitNodes.put(numbered(repositoryId, page), { repositoryId, bytes: bytes.slice() });
  },
  addRenames: async (repositoryId, commit, renames) => {
    for (const rename of renames) {
      const key = keyOf(repositoryId, String(commit), rename.from, rename.to);
      if (tables.gitRenames.get(key) === undefined) tables.gitRenames.put(key, { repositoryId, commit, rename });
    }
  },
  addDeletions: async (repositoryId, deletions) => {
    for (const { commit, path } of deletions) {
      tables.gitDeletedPaths.put(keyOf(repositoryId, String(commit), path), { repositoryId, path, commit });
    }
  },
  addUses: async (repositoryId, uses) => {
    for (const use of uses) tables.gitUses.put(keyOf(repositoryId, String(use.commit), use.path), { repositoryId, use });
  },
  putGraphChunks: async (repositoryId, chunks) => {
    for (const [chunk, bytes] of chunks) {
      tables.gitGraphChunks.put(numbered(repositoryId, chunk), { repositoryId, chunk, bytes: bytes.slice() });
    }
  },
  putRefs: async (repositoryId, refs) => {
    for (const ref of refs) tables.gitRefs.put(keyOf(repositoryId, ref.name), { repositoryId, ref });
  },
  removeRefs: async (repositoryId, names) => {
    for (const name of names) tables.gitRefs.remove(keyOf(repositoryId, name));
  },
});

/** Goes with its repository. */
export const removeGitIndex = (tables: DraftTables, repositoryId: RepositoryId): void => {
  const isOfIt = (row: { readonly repositoryId: RepositoryId }): boolean => row.repositoryId === repositoryId;
  const ended = new Set(tables.gitIndexSessions.where(isOfIt).map(({ id }) => id));
  const isOfSession = ({ sessionId }: { readonly sessionId: IndexSessionId }): boolean => ended.has(sessionId);
  tables.gitPendingCommits.removeWhere(isOfSession);
  tables.gitPendingPages.removeWhere(isOfSession);
  tables.gitPendingFolders.removeWhere(isOfSession);
  tables.gitIndexSessions.removeWhere(isOfIt);
  for (const table of [
    'gitCommits',
    'gitDeletedPaths',
    'gitGraphChunks',
    'gitNodes',
    'gitObjects',
    'gitObjectIds',
    'gitRefs',
    'gitReleases',
    'gitRenames',
    'gitUses',
  ] as const) {
    tables[table].removeWhere(isOfIt);
  }
  tables.gitIndexes.remove(repositoryId);
};
