import type { RunGit } from './run-git.js';

/** The branch that is checked out, without `refs/heads/`, though a tag may be called so too; undefined where there is none. */
export const currentBranch = async (runGit: RunGit): Promise<string | undefined> =>
  /^refs\/heads\/(.+)/.exec((await runGit(['symbolic-ref', '--quiet', 'HEAD'])).stdout)?.[1];
