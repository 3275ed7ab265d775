import type { ScratchRepository } from '@svc/test-services/git-histories';
import { type GitRepository, openRepository } from '../../src/index-git/open-repository.js';

/** The repository as the commands open it. */
export const openScratchRepository = ({ folder, environment }: ScratchRepository): Promise<GitRepository> =>
  openRepository({ folder, environment: { ...process.env, ...environment }, signal: new AbortController().signal });
