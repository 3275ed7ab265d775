import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import { type BadRequest, badRequest, type Conflict, conflict, type QuotaExceeded } from '../../model/app-error.js';
import { auditEvent } from '../../model/audit-event.js';
import { type GitId, isGitId } from '../../model/git-index/git-id.js';
import type { CompleteIndex, FinalizedIndex, IndexSession } from '../../model/git-index/git-index.js';
import { branchOfRef, type GitRef, type GitRefName, type GitTag, type TagName, tagOfRef } from '../../model/git-index/git-ref.js';
import { exceedsCount } from '../../model/quotas/count-limit.js';
import { limitsOf } from '../../model/quotas/limits.js';
import type { IndexSessionId, Instant } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { exceedsIndexBytes, notesBytes } from '../../model/quotas/index-quota.js';
import { type IndexError, type LockedSession, withIndexSession } from './with-index-session.js';

/** Where a branch or a tag is from now on. */
export interface RefUpdate {
  readonly name: GitRefName;
  /** Null where it is gone. */
  readonly target: GitId | null;
  /** Where it has to be before: null for nowhere, undefined for anywhere. */
  readonly expected: GitId | null | undefined;
  readonly tag: GitTag | undefined;
}

export interface FinalizeIndex {
  readonly sessionId: IndexSessionId;
  readonly refs: readonly RefUpdate[];
  /** Whether these are all refs: others are gone. */
  readonly isComplete: boolean;
  /** The branch that HEAD names where the refs come from; undefined leaves what is known. */
  readonly head?: GitRefName | undefined;
}

/** What of the refs changes. */
interface RefChanges {
  readonly put: readonly GitRef[];
  readonly removed: readonly GitRefName[];
  /** Those of `put` that are new. */
  readonly isNew: ReadonlySet<GitRefName>;
  /** How many there are afterwards. */
  readonly count: number;
  /** How much longer the notes of all tags are, those that were edited included. */
  readonly addedBytes: number;
}

/** What of a ref is compared with another one. The notes of all tags together are too long to have in memory. */
interface KnownRef {
  readonly target: GitId;
  /** What tells its tag from another one; undefined where there is none. */
  readonly tag: string | undefined;
  readonly notesLength: number;
}

const tagOf = (hasher: Ports['hasher'], tag: GitTag | undefined): string | undefined =>
  tag && `${tag.id} ${hasher.textSha256(tag.notes)}`;

const notesLength = (tag: GitTag | undefined): number => tag?.notes.length ?? 0;

/** Their notes are in memory together, and hold the thread for a few milliseconds. */
const refsAtOnce = 100;

type PlanPorts = Pick<Ports, 'hasher' | 'clock'>;

const knownRefs = async (
  { hasher, clock }: PlanPorts,
  { records, repositoryId }: LockedSession,
  names: readonly GitRefName[] | 'all',
): Promise<ReadonlyMap<GitRefName, KnownRef>> => {
  const pause = pauseOf(clock);
  const known = new Map<GitRefName, KnownRef>();
  const keep = (refs: Iterable<GitRef>): void => {
    for (const { name, target, tag } of refs) known.set(name, { target, tag: tagOf(hasher, tag), notesLength: notesLength(tag) });
  };
  if (names !== 'all') {
    for (let at = 0; at < names.length; at += refsAtOnce) {
      if (at > 0) await pause();
      keep((await records.gitIndex.findRefs(repositoryId, names.slice(at, at + refsAtOnce))).values());
    }
    return known;
  }
  let cursor: string | undefined;
  do {
    const page = await records.gitIndex.listRefs(repositoryId, { limit: refsAtOnce, cursor });
    keep(page.items);
    cursor = page.nextCursor;
    await pause();
  } while (cursor !== undefined);
  return known;
};

const findWrongRef = (locked: LockedSession, { refs, head }: FinalizeIndex): BadRequest | undefined => {
  if (head !== undefined && branchOfRef(head) === undefined) return badRequest('head', 'malformed');
  const { objectFormat } = locked.session;
  const names = new Set<GitRefName>();
  for (const [at, { name, target, tag }] of refs.entries()) {
    if (names.has(name)) return badRequest(`refs.${at}.name`, 'contradictory');
    names.add(name);
    if (target !== null && !isGitId(target, objectFormat)) return badRequest(`refs.${at}.target`, 'malformed');
    if (tag === undefined) continue;
    if (!isGitId(tag.id, objectFormat)) return badRequest(`refs.${at}.tag.id`, 'malformed');
    if (target === null || tagOfRef(name) === undefined) return badRequest(`refs.${at}.tag`, 'contradictory');
  }
  return undefined;
};

const tagsOf = (names: readonly GitRefName[]): readonly TagName[] => names.flatMap((name) => tagOfRef(name) ?? []);

/** How long the notes are that somebody has written for these tags. */
const editedBytes = async ({ records, repositoryId }: LockedSession, tags: readonly TagName[]): Promise<number> => {
  let bytes = 0;
  for (let at = 0; at < tags.length; at += refsAtOnce) {
    const edited = await records.releases.findNotes(repositoryId, tags.slice(at, at + refsAtOnce));
    for (const { notes } of edited.values()) bytes += notesBytes(notes);
  }
  return bytes;
};

/** Compares each ref with where it was thought to be, and finds the commits that they name. */
const planRefs = async (
  ports: PlanPorts,
  locked: LockedSession,
  command: FinalizeIndex,
): Promise<Result<RefChanges, BadRequest | Conflict>> => {
  const { records, repositoryId } = locked;
  const { refs, isComplete } = command;
  const wrong = findWrongRef(locked, command);
  if (wrong !== undefined) return err(wrong);
  const names = new Set(refs.map(({ name }) => name));
  const current = await knownRefs(ports, locked, isComplete ? 'all' : [...names]);
  const targets = [...new Set(refs.flatMap(({ target }) => target ?? []))];
  const commits = await records.gitIndex.findCommits(repositoryId, targets);
  const put: GitRef[] = [];
  const isNew = new Set<GitRefName>();
  const removed = isComplete ? [...current.keys()].filter((name) => !names.has(name)) : [];
  let addedBytes = 0;
  for (const [at, { name, target, expected, tag }] of refs.entries()) {
    const before = current.get(name);
    if (expected !== undefined && expected !== (before?.target ?? null)) return err({ ...conflict('ref_moved'), ref: name });
    if (target === null) {
      if (before !== undefined) removed.push(name);
      continue;
    }
    const commit = commits.get(target);
    if (commit === undefined) return err(badRequest(`refs.${at}.target`, 'unknown', 'unknown_commit'));
    if (before?.target === target && before.tag === tagOf(ports.hasher, tag)) continue;
    const ref = { name, target, commit: commit.number, tag };
    put.push(ref);
    addedBytes += notesLength(tag) - (before?.notesLength ?? 0);
    if (before === undefined) isNew.add(name);
  }
  for (const name of removed) addedBytes -= current.get(name)?.notesLength ?? 0;
  addedBytes -= await editedBytes(locked, tagsOf(removed));
  const count = (await records.gitIndex.countRefs(repositoryId)) + isNew.size - removed.length;
  return ok({ put, removed, isNew, count, addedBytes });
};

/** As many names as an event tells of; a receiver that needs the others asks for the state of the index. */
const maxRefsOfEvent = 100;

type FinalizePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'hasher' | 'settings'>;

const declare = async (
  { records, repositoryId }: LockedSession,
  { caller, repository: { organizationId } }: RepositoryGrant<'repository.push'>,
  { put, removed, isNew }: RefChanges,
  generation: number,
  at: Instant,
): Promise<void> => {
  const names = [...put.map(({ name }) => name), ...removed].sort();
  const event = { organizationId, repositoryId, occurredAt: at };
  const data = { generation, refs: names.slice(0, maxRefsOfEvent).join(' '), ref_count: names.length };
  await records.outbox.append({ type: 'repository.push.indexed', ...event, data });
  for (const name of isNew) {
    const tag = tagOfRef(name);
    if (tag !== undefined) await records.outbox.append({ type: 'release.published', ...event, data: { tag } });
  }
  await records.audit.append(auditEvent(caller, organizationId, 'repository.index', repositoryId, at));
};

/** What was read after a session was opened tells of all that the repository had by then. */
const completeBy = ({ repositoryGeneration }: IndexSession, at: Instant): CompleteIndex | undefined =>
  repositoryGeneration === undefined ? undefined : { at, repositoryGeneration };

const finalize = async (
  { clock, hasher, settings }: FinalizePorts,
  locked: LockedSession,
  grant: RepositoryGrant<'repository.push'>,
  command: FinalizeIndex,
): Promise<Result<FinalizedIndex, BadRequest | Conflict | QuotaExceeded>> => {
  const { records, repositoryId, index, session } = locked;
  if (session.outcome !== undefined) return ok(session.outcome);
  const at = clock.now();
  if (session.expiresAt <= at) return err(conflict('session_expired'));
  if (command.isComplete && index.generation !== session.baseGeneration) return err(conflict('index_moved'));
  const planned = await planRefs({ hasher, clock }, locked, command);
  if (planned.isErr()) return err(planned.error);
  const changes = planned.value;
  const limits = limitsOf(settings);
  const more = changes.isNew.size - changes.removed.length;
  const exceeded =
    (more > 0 ? exceedsCount('max_git_refs', limits.gitRefsPerRepository, changes.count - more, more) : undefined) ??
    exceedsIndexBytes(limits, index.bytes, changes.addedBytes);
  if (exceeded !== undefined) return err(exceeded);
  await records.gitIndex.removeRefs(repositoryId, changes.removed);
  await records.releases.removeNotes(repositoryId, tagsOf(changes.removed));
  await records.gitIndex.putRefs(repositoryId, changes.put);
  const generation = index.generation + 1;
  await records.gitIndex.put(repositoryId, {
    ...index,
    generation,
    bytes: index.bytes + changes.addedBytes,
    indexedAt: at,
    head: command.head ?? index.head,
    complete: (command.isComplete ? completeBy(session, at) : undefined) ?? index.complete,
  });
  const outcome: FinalizedIndex = {
    generation,
    commits: index.commitCount,
    refs: changes.count,
    missingObjects: await records.gitIndex.countMissingObjects(repositoryId),
  };
  await records.gitIndex.finalizeSession(session.id, outcome);
  await records.unreachable.moveLook(repositoryId, at);
  await declare(locked, grant, changes, generation, at);
  return ok(outcome);
};

export const finalizeIndex =
  (ports: FinalizePorts) =>
  (grant: RepositoryGrant<'repository.push'>, command: FinalizeIndex): ResultAsync<FinalizedIndex, IndexError> =>
    withIndexSession(ports, grant, command.sessionId, (locked, granted) => finalize(ports, locked, granted, command));
