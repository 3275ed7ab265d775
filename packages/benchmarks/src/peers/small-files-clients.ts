import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timedCommand } from '../measure/timed-command.js';
import { svcCommand } from './svc-command.js';

export interface Place {
  readonly baseUrl: string;
  readonly credential: string;
  readonly repositoryId: string;
}

/** A client that has got ready to send the files of a folder. Both resolve with the seconds that it took. */
export interface PreparedClient {
  push(): Promise<number>;
  pull(): Promise<number>;
}

export interface SmallFilesClient {
  readonly name: string;
  /** `home` has a folder `files`. */
  prepare(home: string, place: Place): Promise<PreparedClient>;
}

/** `svc push` and `svc pull` with all files at once. */
export const commandClient: SmallFilesClient = {
  name: 'svc',
  prepare: async (home, { baseUrl, credential, repositoryId }) => {
    const env = { SVC_URL: baseUrl, SVC_TOKEN: credential, SVC_REPOSITORY: repositoryId };
    const files = (await readdir(join(home, 'files'))).map((name) => join(home, 'files', name));
    const back = join(home, 'back');
    await mkdir(back);
    let oids: readonly string[] = [];
    return {
      push: async () => {
        const { seconds, output } = await svcCommand(['push', ...files], { env });
        oids = output
          .trim()
          .split('\n')
          .map((line) => line.slice(0, 64));
        return seconds;
      },
      pull: async () => (await svcCommand(['pull', ...oids, '-o', back], { env })).seconds,
    };
  },
};

/** `git lfs push`, and `git lfs pull` in a new clone; with the agent or as it comes. */
export const gitLfsClient = (usesAgent: boolean): SmallFilesClient => ({
  name: usesAgent ? 'git-lfs with the agent' : 'git-lfs',
  prepare: async (home, { baseUrl, credential, repositoryId }) => {
    const env = { HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', GIT_LFS_SKIP_SMUDGE: '1' };
    const copy = join(home, 'copy');
    const git = (cwd: string, ...parameters: readonly string[]) => timedCommand('git', parameters, { env, cwd });
    await writeFile(join(home, '.git-credentials'), `${baseUrl.replace('://', `://bench:${credential}@`)}\n`);
    const global = (name: string, value: string) => git(home, 'config', '--global', name, value);
    await global('user.name', 'bench');
    await global('user.email', 'bench@example.test');
    await global('credential.helper', 'store');
    await global('lfs.url', `${baseUrl}/api/v1/repositories/${repositoryId}/lfs`);
    await global('lfs.locksverify', 'false');
    await git(home, 'lfs', 'install', '--skip-repo');
    if (usesAgent) await svcCommand(['install', '--global'], { env, cwd: home });
    await git(home, 'init', '--bare', '--initial-branch=main', 'origin.git');
    await git(home, 'init', '--initial-branch=main', 'copy');
    await git(copy, 'lfs', 'track', '*.bin');
    for (const name of await readdir(join(home, 'files'))) await rename(join(home, 'files', name), join(copy, name));
    await git(copy, 'add', '.');
    await git(copy, 'commit', '--quiet', '--message=files');
    await git(copy, 'remote', 'add', 'origin', join(home, 'origin.git'));
    return {
      push: async () => {
        const { seconds } = await git(copy, 'lfs', 'push', 'origin', 'main');
        await git(copy, 'push', '--quiet', '--no-verify', 'origin', 'main');
        await git(home, 'clone', '--quiet', 'origin.git', 'clone');
        return seconds;
      },
      pull: async () => (await git(join(home, 'clone'), 'lfs', 'pull')).seconds,
    };
  },
});
