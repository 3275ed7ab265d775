import { agentName } from './agent-entry.js';
import { createGitConfig } from './git-config.js';
import type { RunGit } from './run-git.js';

/** Whether git-lfs leaves all objects of an LFS URL to the agent, without asking the server there. */
export const isStandaloneFor = async (runGit: RunGit, lfsUrl: string): Promise<boolean> =>
  (await createGitConfig(runGit).getFor('lfs.standalonetransferagent', lfsUrl)) === agentName;
