import { resolve } from 'node:path';
import type { RunGit } from '../git/run-git.js';
import { usesLfs } from '../git/uses-lfs.js';
import { lfsRemedy } from '../index-git/pre-push-hook.js';
import { type CheckResult, passed, warned } from './check.js';

/** Whether git push sends what Git LFS has here; undefined where it has nothing. */
export const checkPrePush = async (runGit: RunGit, folder: string | undefined): Promise<CheckResult | undefined> => {
  if (!(await usesLfs(runGit, folder))) return undefined;
  const hooks = resolve(folder ?? '', (await runGit(['rev-parse', '--git-path', 'hooks'])).stdout.trim());
  const remedy = await lfsRemedy(hooks);
  return remedy === undefined
    ? passed('pre-push', 'git push sends the objects of Git LFS first')
    : warned('pre-push', `git push may leave objects of Git LFS unsent, for its pre-push hook does not name git-lfs; ${remedy}`);
};
