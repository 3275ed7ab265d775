import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timedCommand } from '../measure/timed-command.js';
import type { Place } from './small-files-clients.js';

/** A working copy in which one file has version after version, pushed by git-lfs as it comes. */
export interface VersionedFile {
  push(path: string): Promise<void>;
}

export const versionedFile = async (home: string, { baseUrl, credential, repositoryId }: Place): Promise<VersionedFile> => {
  const env = { HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
  const copy = join(home, 'copy');
  await mkdir(home);
  const git = (cwd: string, ...parameters: readonly string[]) => timedCommand('git', parameters, { env, cwd });
  await writeFile(join(home, '.git-credentials'), `${baseUrl.replace('://', `://bench:${credential}@`)}\n`);
  for (const [name, value] of [
    ['user.name', 'bench'],
    ['user.email', 'bench@example.test'],
    ['credential.helper', 'store'],
    ['lfs.url', `${baseUrl}/api/v1/repositories/${repositoryId}/lfs`],
    ['lfs.locksverify', 'false'],
  ] as const) {
    await git(home, 'config', '--global', name, value);
  }
  await git(home, 'lfs', 'install', '--skip-repo');
  await git(home, 'init', '--bare', '--initial-branch=main', 'origin.git');
  await git(home, 'init', '--initial-branch=main', 'copy');
  await git(copy, 'lfs', 'track', '*.bin');
  await git(copy, 'remote', 'add', 'origin', join(home, 'origin.git'));
  return {
    push: async (path) => {
      await copyFile(path, join(copy, 'model.bin'));
      await git(copy, 'add', '.');
      await git(copy, 'commit', '--quiet', '--message=version');
      await git(copy, 'push', '--quiet', 'origin', 'main');
    },
  };
};
