import { createGitConfig } from './git-config.js';
import type { RunGit } from './run-git.js';

/** Whether git keeps the credential of a URL for its path alone, and not for its whole host. */
export const keepsByPath = (runGit: RunGit, url: string): Promise<boolean> =>
  createGitConfig(runGit).getFlagFor('credential.usehttppath', url);
