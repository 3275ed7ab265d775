import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { hashGitObject } from '../../formats/git-objects/index.js';
import { type BadRequest, badRequest, type QuotaExceeded } from '../../model/app-error.js';
import { type GitId, type GitObjectFormat, isGitId } from '../../model/git-index/git-id.js';
import { parseCommit } from '../../model/git-index/parse-commit.js';
import { exceedsCount } from '../../model/quotas/count-limit.js';
import { type Limits, limitsOf } from '../../model/quotas/limits.js';
import type { IndexSessionId } from '../../model/values/ids.js';
import type { Ports } from '../../ports/ports.js';
import { exceedsIndexBytes } from '../../model/quotas/index-quota.js';
import { type IndexError, type LockedSession, withOpenIndexSession } from './with-index-session.js';

/** A commit as `git cat-file commit` gives it. */
export interface SentCommit {
  readonly id: GitId;
  readonly raw: Uint8Array;
}

export interface TakeCommits {
  readonly sessionId: IndexSessionId;
  /** Parents before their children. */
  readonly commits: readonly SentCommit[];
}

export interface TakenCommits {
  /** Those whose trees are wanted. */
  readonly accepted: number;
  /** Those that the index has already, with their trees. */
  readonly alreadyIndexed: number;
}

interface ReadCommit extends SentCommit {
  readonly parents: readonly GitId[];
}

const readCommits = (
  hasher: Ports['hasher'],
  format: GitObjectFormat,
  commits: readonly SentCommit[],
): Result<readonly ReadCommit[], BadRequest> => {
  const read: ReadCommit[] = [];
  for (const [at, { id, raw }] of commits.entries()) {
    if (!isGitId(id, format)) return err(badRequest(`commits.${at}.id`, 'malformed'));
    if (hashGitObject(hasher, format, 'commit', raw) !== id)
      return err(badRequest(`commits.${at}.id`, 'contradictory', 'wrong_id'));
    const parsed = parseCommit(raw, format);
    if (parsed.isErr()) return err(badRequest(`commits.${at}.raw`, 'malformed', 'no_commit'));
    read.push({ id, raw, parents: parsed.value.parents });
  }
  return ok(read);
};

const exceedsCommits = async (
  { records, index, session }: LockedSession,
  limits: Limits,
  more: number,
): Promise<QuotaExceeded | undefined> => {
  if (more === 0) return undefined;
  const current = index.commitCount + (await records.gitIndex.countPending(session.id));
  return exceedsCount('max_git_commits', limits.gitCommitsPerRepository, current, more);
};

/** Keeps the commits that nobody has sent before until their trees come. */
const keepCommits = async (
  locked: LockedSession,
  limits: Limits,
  commits: readonly ReadCommit[],
): Promise<Result<TakenCommits, BadRequest | QuotaExceeded>> => {
  const { records, repositoryId, index, session } = locked;
  const named = [...new Set(commits.flatMap(({ id, parents }) => [id, ...parents]))];
  const indexed = await records.gitIndex.findCommits(repositoryId, named);
  const pending = await records.gitIndex.findPendingSizes(session.id, named);
  const known = new Set([...indexed.keys(), ...pending.keys()]);
  const added: ReadCommit[] = [];
  let alreadyIndexed = 0;
  for (const [at, commit] of commits.entries()) {
    if (indexed.has(commit.id)) alreadyIndexed += 1;
    else if (!commit.parents.every((parent) => known.has(parent))) {
      return err(badRequest(`commits.${at}.raw`, 'contradictory', 'unknown_parent'));
    } else if (!known.has(commit.id)) {
      known.add(commit.id);
      added.push(commit);
    }
  }
  const bytes = added.reduce((sum, { raw }) => sum + raw.byteLength, 0);
  const exceeded = (await exceedsCommits(locked, limits, added.length)) ?? exceedsIndexBytes(limits, index.bytes, bytes);
  if (exceeded !== undefined) return err(exceeded);
  if (added.length > 0) {
    const pendings = added.map(({ id, raw }) => ({ id, raw, progress: undefined }));
    await records.gitIndex.addPending(session.id, pendings);
    await records.gitIndex.put(repositoryId, { ...index, bytes: index.bytes + bytes });
  }
  return ok({ accepted: commits.length - alreadyIndexed, alreadyIndexed });
};

export const takeCommits =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'hasher' | 'settings'>) =>
  (grant: RepositoryGrant<'repository.push'>, { sessionId, commits }: TakeCommits): ResultAsync<TakenCommits, IndexError> =>
    withOpenIndexSession(ports, grant, sessionId, async (locked) => {
      const read = readCommits(ports.hasher, locked.session.objectFormat, commits);
      return read.isErr() ? err(read.error) : keepCommits(locked, limitsOf(ports.settings), read.value);
    });
