import { type Keeper, type KeeperKind, keeperKinds, removalRules } from '../../model/keepers.js';
import { lfsStagingGraceMs } from '../../model/uploads/upload-session.js';
import type { Instant, Oid, RepositoryId, StorageNamespace } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { mayRemove } from '../backup-lease.js';
import type { IndexCaches } from '../git-history/index-caches.js';
import { openHistory } from '../git-history/open-history.js';
import { gitReferences } from './history-of-object.js';
import { findOpenUploads, mayRegister } from './open-uploads.js';

/** An object of which somebody wants to know what keeps it, within a transaction. */
export interface AskedObject {
  readonly records: Records;
  readonly indexCaches: IndexCaches;
  readonly repository: { readonly repositoryId: RepositoryId; readonly namespace: StorageNamespace };
  readonly oid: Oid;
  readonly now: Instant;
}

/** How one kind of keepers is asked. */
interface KeeperAsker {
  /** Those that keep the object in its answers, the first few. */
  readonly ofObject: (asked: AskedObject) => Promise<readonly Keeper[]>;
  /** Whether any keeps the bytes of the object as a whole one, while that is in quarantine. */
  readonly ofBytes: (asked: AskedObject) => Promise<boolean>;
}

const keepersShown = 10;

const none = (): Promise<readonly Keeper[]> => Promise.resolve([]);
const never = (): Promise<boolean> => Promise.resolve(false);

const openUploads = async ({ records, repository: { repositoryId }, oid, now }: AskedObject): Promise<readonly Keeper[]> => {
  const sessions = await findOpenUploads(records, { repositoryId, oid, now }, keepersShown);
  return sessions.map(({ id }): Keeper => ({ kind: 'upload', name: id }));
};

const stagedUploads = async ({ records, repository, oid, now }: AskedObject): Promise<readonly Keeper[]> => {
  const pending = await records.uploads.findPendingLfs(repository.repositoryId, [oid], now - lfsStagingGraceMs);
  return pending
    .filter(({ session, object }) => session.status !== 'OPEN' && mayRegister(session, object))
    .map(({ session }): Keeper => ({ kind: 'staged', name: session.id }));
};

/** Any session that may still complete the object, or register what it has completed, whatever it holds back. */
const isExpected = async ({ records, repository, oid }: AskedObject): Promise<boolean> =>
  (await records.uploads.findExpected(repository.repositoryId, [oid])).has(oid);

const snapshotsHolding = async ({ records, repository, oid }: AskedObject): Promise<readonly Keeper[]> => {
  const held = await records.snapshots.findHeld(repository.repositoryId, [oid]);
  if (!held.has(oid)) return [];
  const complete = await records.snapshots.listHolding(repository.repositoryId, oid, keepersShown);
  return complete.length === 0
    ? [{ kind: 'snapshot', name: 'unfinished' }]
    : complete.map(({ name }): Keeper => ({ kind: 'snapshot', name }));
};

/** Names of tags follow this one, and those of branches come before. */
const tags = 'refs/tags/';

const refsReaching = async (
  { records, indexCaches, repository, oid }: AskedObject,
  kind: 'ref' | 'release',
): Promise<readonly Keeper[]> => {
  const history = await openHistory(records.gitIndex, repository.repositoryId, indexCaches);
  if (history.isErr()) return [];
  const [refs] = gitReferences(history.value, oid);
  const found = (await refs?.list(kind === 'release' ? tags : undefined, keepersShown)) ?? [];
  return found.flatMap(({ reference }): readonly Keeper[] =>
    reference.kind === 'ref' && reference.name.startsWith(tags) === (kind === 'release') ? [{ kind, name: reference.name }] : [],
  );
};

/** Git has the bytes of a plain file itself, but the service shows them by the object. */
const branchesReaching = async (asked: AskedObject): Promise<readonly Keeper[]> => {
  const branches = await refsReaching(asked, 'ref');
  const isContent = await asked.records.gitIndex.isContent(asked.repository.repositoryId, asked.oid);
  return isContent ? [...branches, { kind: 'ref', name: 'plain file' }] : branches;
};

const askers: Readonly<Record<KeeperKind, KeeperAsker>> = {
  registered: {
    ofObject: async ({ records, repository: { repositoryId }, oid }) =>
      (await records.objects.findSizes(repositoryId, [oid])).has(oid) ? [{ kind: 'registered', name: oid }] : [],
    ofBytes: async ({ records, repository: { repositoryId }, oid }) =>
      (await records.objects.findStored(repositoryId, [oid])).get(oid)?.layout === 'whole',
  },
  upload: { ofObject: openUploads, ofBytes: isExpected },
  staged: { ofObject: stagedUploads, ofBytes: isExpected },
  verification: {
    ofObject: async ({ records, repository: { repositoryId }, oid }) =>
      (await records.tree.findPendingVerification(repositoryId, oid)) === undefined ? [] : [{ kind: 'verification', name: oid }],
    ofBytes: never,
  },
  // It never yields, so it has captured as missing what is in quarantine.
  snapshot: { ofObject: snapshotsHolding, ofBytes: never },
  ref: { ofObject: branchesReaching, ofBytes: never },
  release: { ofObject: (asked) => refsReaching(asked, 'release'), ofBytes: never },
  // A link is good for a quarter of an hour, the least grace is a day.
  download: { ofObject: none, ofBytes: never },
  backup: { ofObject: none, ofBytes: async ({ records, now }) => !(await mayRemove(records, now)) },
  quarantine: {
    ofObject: async ({ records, repository: { repositoryId }, oid }) => {
      const state = (await records.quarantine.find(repositoryId, [oid])).get(oid)?.state;
      return state === undefined || state === 'converted' ? [] : [{ kind: 'quarantine', name: oid }];
    },
    ofBytes: never,
  },
};

/** Those who refuse that the object is taken out of every answer; with `isForced` branches and tags do not. */
export const findRefusing = async (asked: AskedObject, isForced: boolean): Promise<readonly Keeper[]> => {
  const refusing: Keeper[] = [];
  for (const kind of keeperKinds) {
    const rule = removalRules[kind];
    if (rule === 'yields' || (rule === 'unless_forced' && isForced)) continue;
    refusing.push(...(await askers[kind].ofObject(asked)));
  }
  return refusing;
};

/** Whether anybody needs the bytes of a whole object that is in quarantine. */
export const areBytesKept = async (asked: AskedObject): Promise<boolean> => {
  for (const kind of keeperKinds) {
    if (await askers[kind].ofBytes(asked)) return true;
  }
  return false;
};
