import { err, ok, type Result } from 'neverthrow';
import { absent, type BadRequest, badRequest, invariant, type NotFound } from '../../model/app-error.js';
import { type GitId, gitIdLength, isGitId } from '../../model/git-index/git-id.js';
import type { IndexedCommit } from '../../model/git-index/git-index.js';
import { branchPrefix, type GitRefName, isGitRefName, tagPrefix } from '../../model/git-index/git-ref.js';
import { trusted } from '../../model/values/brand.js';
import type { History } from './open-history.js';

/** A commit, and the branch or the tag by which it was named. */
export interface Revision {
  readonly commit: IndexedCommit;
  readonly ref: GitRefName | undefined;
}

/** Fewer digits of an id than git itself shows name nothing. */
const minIdDigits = 7;

/** So many commits that nobody sees may begin like one that somebody does. */
const maxWithPrefix = 100;

const hexDigits = /^[0-9a-f]+$/;

/** What a text is short for, in the order of `git rev-parse`. */
const refNamesOf = (text: string): readonly GitRefName[] =>
  [text, `refs/${text}`, `${tagPrefix}${text}`, `${branchPrefix}${text}`].filter(isGitRefName);

const commitOf = async ({ queries, repositoryId }: History, number: number): Promise<IndexedCommit> => {
  const commit = (await queries.findCommitDetails(repositoryId, [number])).get(number);
  invariant(commit !== undefined, 'a ref names a commit of the index');
  return commit;
};

/** A commit that a ref reaches, by its id or the beginning of it, whatever refs are called. So a cursor leads to the commit of its first page, or to none. */
export const findRevisionById = async (
  { queries, repositoryId, index, visible }: History,
  text: string,
): Promise<Result<Revision, NotFound | BadRequest>> => {
  const length = gitIdLength[index.objectFormat];
  const isPrefix = text.length >= minIdDigits && text.length <= length && hexDigits.test(text);
  if (!isPrefix) return err(absent('unknown_ref'));
  const [from, to] = [trusted<GitId>(text.padEnd(length, '0')), trusted<GitId>(text.padEnd(length, 'f'))];
  const found = await queries.listCommitsBetween(repositoryId, from, to, maxWithPrefix);
  const [commit, other] = found.filter(({ number }) => visible.has(number));
  if (commit === undefined) return err(absent('unknown_ref'));
  return other === undefined ? ok({ commit, ref: undefined }) : err(badRequest('ref', 'malformed', 'ambiguous_ref'));
};

/**
 * The commit that a text names, in git's order. A whole id names that commit or none, so nobody takes it over who calls a ref like that. Else a branch or a tag, by
 * its full name, without `refs/`, or without what all of them begin with, a tag before a branch; else a commit by the beginning of its id. No text names the default branch.
 * `not_found` with `unknown_ref`, `bad_request` with `ambiguous_ref`.
 */
export const findRevision = async (
  history: History,
  text: string | undefined,
): Promise<Result<Revision, NotFound | BadRequest>> => {
  if (text === undefined) {
    const { defaultBranch } = history;
    if (defaultBranch === undefined) return err(absent('unknown_ref'));
    return ok({ commit: await commitOf(history, defaultBranch.commit), ref: defaultBranch.name });
  }
  const id = text.toLowerCase();
  if (isGitId(id, history.index.objectFormat)) return findRevisionById(history, id);
  for (const ref of refNamesOf(text)) {
    const tip = history.tips.get(ref);
    if (tip !== undefined) return ok({ commit: await commitOf(history, tip), ref });
  }
  return findRevisionById(history, id);
};
