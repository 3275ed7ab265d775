import { createGitConfig } from './git-config.js';
import type { RunGit } from './run-git.js';

/** Whether git calls git-lfs for the files that attributes give to it. Without, git takes them as they are, and says nothing. */
const hasLfsFilter = async (runGit: RunGit): Promise<boolean> => {
  const config = createGitConfig(runGit);
  const isSet = async (name: string): Promise<boolean> => ((await config.get(`filter.lfs.${name}`)) ?? '') !== '';
  return (await isSet('process')) || ((await isSet('clean')) && (await isSet('smudge')));
};

/** A line that says what happens without, and what to run; undefined where git calls git-lfs. */
export const problemOfLfsFilter = async (runGit: RunGit): Promise<string | undefined> =>
  (await hasLfsFilter(runGit))
    ? undefined
    : 'git does not call git-lfs (its configuration has no filter.lfs), so large files go into Git itself: run git lfs install';
