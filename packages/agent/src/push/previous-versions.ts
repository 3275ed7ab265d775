import { isOid, type Oid } from '@svc/core';
import { basename, dirname } from 'node:path';
import type { RunGit } from '../git/run-git.js';
import { readLfsPointer } from '../index-git/lfs-pointer.js';

/** Objects that other versions of a file are. What cannot be found out ends them. */
export type PreviousVersions = () => AsyncIterable<Oid>;

/** Commits are made faster than they are pushed, so the newest versions may not be there. */
const mostVersions = 8;
/** Of commits that are looked through for an object, the newest ones. */
const mostCommits = 200;

/** In a partial clone git fetches no missing object for this: a guess is not worth a download. */
const local = { environment: { GIT_NO_LAZY_FETCH: '1' } };

/** The lines that git says; none where it fails, or has too much to say. */
const linesOf = async (runGit: RunGit, args: readonly string[], folder?: string, input = ''): Promise<readonly string[]> => {
  const answer = await runGit(args, { ...local, input, ...(folder === undefined ? {} : { folder }) }).catch(() => undefined);
  return answer?.code === 0 ? answer.stdout.split('\n').filter((line) => line !== '') : [];
};

const pointerOf = async (runGit: RunGit, blob: string, folder?: string): Promise<Oid | undefined> => {
  const lines = await linesOf(runGit, ['cat-file', 'blob', blob], folder);
  const oid = readLfsPointer(Buffer.from(lines.join('\n')))?.oid;
  return oid !== undefined && isOid(oid) ? oid : undefined;
};

/** What the pointers were that the history has at the path of a file; none where it lies in no Git repository, or is not kept with Git LFS. */
export const versionsOfPath = (runGit: RunGit, path: string): PreviousVersions =>
  async function* () {
    const folder = dirname(path);
    const name = basename(path);
    const commits = await linesOf(
      runGit,
      ['log', `--max-count=${mostVersions}`, '--format=%H', '--', `:(literal)${name}`],
      folder,
    );
    for (const commit of commits) {
      const oid = await pointerOf(runGit, `${commit}:./${name}`, folder);
      if (oid !== undefined) yield oid;
    }
  };

const isNoBlob = (id: string): boolean => /^0+$/.test(id);

/** One object in the place of another at a path, by a commit. */
interface Change {
  readonly former: Oid;
  readonly latter: Oid;
}

/** Lists the commits once that are found so, and tells of an object which of their changes bring it or take it away, the newest first. */
const createChangesOf = (
  runGit: RunGit,
  revisions: readonly string[],
): ((oid: Oid) => AsyncGenerator<Change, void, undefined>) => {
  let commits: Promise<string> | undefined;
  const listCommits = async (): Promise<string> =>
    (await linesOf(runGit, ['rev-list', `--max-count=${mostCommits}`, ...revisions])).map((line) => `${line}\n`).join('');
  return async function* (oid) {
    const args = ['diff-tree', '--stdin', '-r', '-m', '--no-commit-id', '--no-renames', `-S${oid}`];
    for (const line of await linesOf(runGit, args, undefined, await (commits ??= listCommits()))) {
      const [, , before = '0', after = '0'] = line.split(' ');
      if (isNoBlob(before) || isNoBlob(after)) continue;
      const [former, latter] = [await pointerOf(runGit, before), await pointerOf(runGit, after)];
      if (former !== undefined && latter !== undefined && former !== latter) yield { former, latter };
    }
  };
};

/** What commits that were not pushed have put in place of: by the objects that they bring. Asks git for the commits once. */
export const createVersionsOfOid = (runGit: RunGit): ((oid: Oid) => PreviousVersions) => {
  const changesOf = createChangesOf(runGit, ['HEAD', '--branches', '--tags', '--not', '--remotes']);
  const replacedBy = async (oid: Oid): Promise<Oid | undefined> => {
    for await (const { former, latter } of changesOf(oid)) if (latter === oid) return former;
    return undefined;
  };
  return (oid) =>
    async function* () {
      const seen = new Set<Oid>([oid]);
      for (let next = await replacedBy(oid); next !== undefined && !seen.has(next); next = await replacedBy(next)) {
        seen.add(next);
        yield next;
        if (seen.size > mostVersions) return;
      }
    };
};

/** The versions of a file before and after the one that an object is, in any commit that was fetched or made here, the nearest first. */
export const createVersionsAround = (runGit: RunGit): ((oid: Oid) => PreviousVersions) => {
  const changesOf = createChangesOf(runGit, ['HEAD', '--branches', '--tags', '--remotes']);
  return (oid) =>
    async function* () {
      const seen = new Set<Oid>([oid]);
      // What is added while it is gone through is gone through as well.
      for (const each of seen) {
        for await (const { former, latter } of changesOf(each)) {
          const next = former === each ? latter : former;
          if (seen.has(next)) continue;
          seen.add(next);
          yield next;
        }
        if (seen.size > mostVersions) return;
      }
    };
};
