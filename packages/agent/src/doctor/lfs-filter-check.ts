import { problemOfLfsFilter } from '../git/lfs-filter.js';
import type { RunGit } from '../git/run-git.js';
import { lfsUrlsOfRemote, readCloneConfig } from '../settings/clone-lfs-url.js';
import { type CheckResult, passed, warned } from './check.js';

/** Whether git calls git-lfs; undefined where neither an LFS URL nor an attribute names Git LFS. */
export const checkLfsFilter = async (runGit: RunGit): Promise<CheckResult | undefined> => {
  if (!(await namesLfs(runGit))) return undefined;
  const problem = await problemOfLfsFilter(runGit);
  return problem === undefined
    ? passed('lfs-filter', 'git calls git-lfs for what .gitattributes give it')
    : warned('lfs-filter', `${problem}, then git lfs pull`);
};

const namesLfs = async (runGit: RunGit): Promise<boolean> => {
  if (lfsUrlsOfRemote(await readCloneConfig(runGit), undefined).length > 0) return true;
  const { code } = await runGit(['grep', '--quiet', '-e', '^[^#].*filter=lfs', '--', ':(top,glob)**/.gitattributes']);
  return code === 0;
};
