import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { AgentProblem } from '../agent-problem.js';
import { createGitConfig } from '../git/git-config.js';
import { refusedFolder } from '../git/refused-folder.js';
import type { RunGit } from '../git/run-git.js';

/**
 * The folder in which git-lfs keeps what is not finished: beside its objects, so that what it is given there can be renamed. That is `lfs/tmp` of the
 * common git folder, or below `lfs.storage` when that is set. Git works in the folder `from` or,
 * without it, where the process is.
 */
export const findTemporaryFolder = async (runGit: RunGit, from = ''): Promise<string> => {
  const { code, stdout, stderr } = await runGit(['rev-parse', '--git-common-dir']);
  if (code !== 0) throw new AgentProblem(refusedFolder(stderr) ?? 'this is no git repository');
  const gitFolder = resolve(from, stdout.replace(/\r?\n$/, ''));
  const storage = (await createGitConfig(runGit).get('lfs.storage')) ?? 'lfs';
  const folder = join(isAbsolute(storage) ? storage : join(gitFolder, storage), 'tmp');
  await mkdir(folder, { recursive: true });
  return folder;
};

/** A name that nobody else uses, by the scheme of git-lfs, which clears away what a crash has left under it: the oid, a dash, anything. */
export const temporaryPath = (folder: string, oid: string): string => join(folder, `${oid}-svc${randomBytes(8).toString('hex')}`);
