import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunGit } from '../../src/git/run-git.js';
import { runGitHere } from './run-git-here.js';

/** A home and a clone of nobody: git sees neither the machine's configuration nor the user's. */
export interface ScratchHome {
  readonly home: string;
  readonly clone: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Git in the clone, unless told otherwise. */
  readonly git: RunGit;
  remove(): Promise<void>;
}

export const makeScratchHome = async (): Promise<ScratchHome> => {
  const root = await mkdtemp(join(tmpdir(), 'svc-agent-'));
  const home = join(root, 'home');
  const clone = join(root, 'clone');
  await mkdir(home);
  await mkdir(clone);
  const environment = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
  };
  const git: RunGit = (args, input = {}) =>
    runGitHere(args, { folder: clone, ...input, environment: { ...environment, ...input.environment } });
  await git(['init', '--quiet']);
  return { home, clone, environment, git, remove: () => rm(root, { recursive: true, force: true }) };
};
