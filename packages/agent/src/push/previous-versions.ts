import { isOid, type Oid } from '@svc/core';
import { basename, dirname } from 'node:path';
import type { RunGit } from '../git/run-git.js';
import { readLfsPointer } from '../index-git/lfs-pointer.js';

/** Objects that earlier versions of a file are, the newest first. What cannot be found out ends them. */
export type PreviousVersions = () => AsyncIterable<Oid>;

/** Commits are made faster than they are pushed, so the newest versions may not be there. */
const mostVersions = 8;
/** Of commits that nobody has pushed. */
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

/** What commits that were not pushed have put in place of: by the objects that they bring. Asks git for the commits once. */
export const createVersionsOfOid = (runGit: RunGit): ((oid: Oid) => PreviousVersions) => {
  let commits: Promise<string> | undefined;
  const listCommits = async (): Promise<string> => {
    const args = ['rev-list', `--max-count=${mostCommits}`, 'HEAD', '--branches', '--tags', '--not', '--remotes'];
    return (await linesOf(runGit, args)).map((line) => `${line}\n`).join('');
  };
  const replacedBy = async (oid: Oid): Promise<Oid | undefined> => {
    const args = ['diff-tree', '--stdin', '-r', '-m', '--no-commit-id', '--no-renames', `-S${oid}`];
    for (const line of await linesOf(runGit, args, undefined, await (commits ??= listCommits()))) {
      const [, , former = '0', latter = '0'] = line.split(' ');
      // The change that takes the object away mentions it as well.
      if (isNoBlob(former) || (await pointerOf(runGit, latter)) !== oid) continue;
      const found = await pointerOf(runGit, former);
      if (found !== undefined && found !== oid) return found;
    }
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
