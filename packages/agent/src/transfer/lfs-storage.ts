import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { createGitConfig } from '../git/git-config.js';
import { gitRefusal } from '../git/git-refusal.js';
import type { RunGit } from '../git/run-git.js';

/** Where git-lfs keeps what it has: in `lfs` of the common git folder, or in `lfs.storage` when that is set. Git works in `from` or, without it, where the process is. */
export const findStorage = async (runGit: RunGit, from = ''): Promise<string> => {
  const { code, stdout, stderr } = await runGit(['rev-parse', '--git-common-dir']);
  if (code !== 0) throw new AgentProblem(gitRefusal(stderr) ?? 'this is no git repository');
  const gitFolder = resolve(from, stdout.replace(/\r?\n$/, ''));
  const named = (await createGitConfig(runGit).get('lfs.storage')) ?? '';
  const storage = named === '' ? 'lfs' : named;
  return isAbsolute(storage) ? storage : join(gitFolder, storage);
};

/** The folder in which git-lfs keeps what is not finished: beside its objects, so that what it is given there can be renamed. */
export const makeTemporaryFolder = async (storage: string): Promise<string> => {
  const folder = join(storage, 'tmp');
  await mkdir(folder, { recursive: true });
  return folder;
};

/** The folder in which it keeps its objects. */
export const objectsFolder = (storage: string): string => join(storage, 'objects');

/** Where it keeps one. */
export const objectPath = (storage: string, oid: Oid): string =>
  join(objectsFolder(storage), oid.slice(0, 2), oid.slice(2, 4), oid);

/** A name that nobody else uses, by the scheme of git-lfs, which clears away what a crash has left under it: the oid, a dash, anything. */
export const temporaryPath = (folder: string, oid: string): string => join(folder, `${oid}-svc${randomBytes(8).toString('hex')}`);
