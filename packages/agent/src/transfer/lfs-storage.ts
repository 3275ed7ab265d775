import { randomBytes } from 'node:crypto';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
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

/**
 * What a file that git-lfs keeps may be used for and by whom, where `core.sharedRepository` says it: git-lfs reads it so, and leaves what it is given as it is.
 * Undefined where the umask says it.
 */
export const findSharedMode = async (runGit: RunGit): Promise<number | undefined> => {
  const shared = ((await createGitConfig(runGit).get('core.sharedrepository')) ?? '').toLowerCase();
  if (['group', 'true', '1'].includes(shared)) return 0o660;
  if (['all', 'world', 'everybody', '2'].includes(shared)) return 0o664;
  return /^0?[67][0-7]{2}$/.test(shared) ? parseInt(shared, 8) & 0o666 : undefined;
};

/** Lets those use a folder who may use its files; that its files belong to its group stays. */
const share = async (folder: string, fileMode: number): Promise<void> => {
  const { mode } = await stat(folder);
  await chmod(folder, (mode & 0o7000) | fileMode | ((fileMode & 0o444) >> 2));
};

/**
 * The folder in which git-lfs keeps what is not finished: beside its objects, so that what it is given there can be renamed. `sharedMode`: what `findSharedMode`
 * says. A folder that is there is left as it is.
 */
export const makeTemporaryFolder = async (storage: string, sharedMode: number | undefined): Promise<string> => {
  const folder = join(storage, 'tmp');
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined || sharedMode === undefined) return folder;
  for (let each = folder; each.startsWith(made); each = dirname(each)) await share(each, sharedMode);
  return folder;
};

/** The folder in which it keeps its objects. */
export const objectsFolder = (storage: string): string => join(storage, 'objects');

/** Where it keeps one. */
export const objectPath = (storage: string, oid: Oid): string =>
  join(objectsFolder(storage), oid.slice(0, 2), oid.slice(2, 4), oid);

/** A name that nobody else uses, by the scheme of git-lfs, which clears away what a crash has left under it: the oid, a dash, anything. */
export const temporaryPath = (folder: string, oid: string): string => join(folder, `${oid}-svc${randomBytes(8).toString('hex')}`);
