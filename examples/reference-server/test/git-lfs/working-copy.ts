import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GitClient, GitOptions, GitOutcome } from './git-client.js';

/** A clone on one person's computer whose `*.bin` files go to an LFS URL. */
export interface WorkingCopy {
  readonly path: string;
  git(...args: readonly string[]): Promise<string>;
  attempt(args: readonly string[], options?: GitOptions): Promise<GitOutcome>;
  /** Writes files and commits them. */
  commit(files: Readonly<Record<string, Uint8Array | string>>): Promise<void>;
  /** `git push` of the current branch, to whichever end. */
  push(options?: GitOptions): Promise<GitOutcome>;
}

export const workingCopyAt = (client: GitClient, path: string): WorkingCopy => {
  const git = (...args: readonly string[]): Promise<string> => client.git(path, ...args);
  const attempt = (args: readonly string[], options?: GitOptions): Promise<GitOutcome> => client.attempt(path, args, options);
  return {
    path,
    git,
    attempt,
    commit: async (files) => {
      for (const [name, bytes] of Object.entries(files)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), bytes);
      }
      await git('add', '--all');
      await git('commit', '--quiet', '--message', 'Change files');
    },
    push: (options) => attempt(['push', 'origin', 'HEAD'], options),
  };
};

/** A bare repository for what is not large, on the client's disk; any other client can reach it by its path. */
export const createOrigin = async (client: GitClient, name = 'origin.git'): Promise<string> => {
  const path = join(client.root, name);
  await client.git(client.root, 'init', '--quiet', '--bare', path);
  return path;
};

/** A first working copy, with the LFS URL in a `.lfsconfig` that every clone gets from its first commit on. git-lfs installs its hooks when it meets the first file. */
export const createWorkingCopy = async (
  client: GitClient,
  origin: string,
  lfsUrl: string,
  name = 'work',
): Promise<WorkingCopy> => {
  const path = join(client.root, name);
  await client.git(client.root, 'clone', '--quiet', origin, path);
  await writeFile(join(path, '.gitattributes'), '*.bin filter=lfs diff=lfs merge=lfs -text\n');
  await writeFile(join(path, '.lfsconfig'), `[lfs]\n\turl = ${lfsUrl}\n`);
  return workingCopyAt(client, path);
};

/** `git clone`, to whichever end. */
export const cloneOf = async (client: GitClient, origin: string, name: string, options?: GitOptions) => {
  const path = join(client.root, name);
  const outcome = await client.attempt(client.root, ['clone', '--quiet', origin, path], options);
  return { outcome, copy: workingCopyAt(client, path) };
};

/** Where git-lfs keeps an object of a clone. */
export const objectPath = ({ path }: WorkingCopy, oid: string): string =>
  join(path, '.git/lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid);

/** Commits a file by its pointer alone; what is to be its object has to be put at its `objectPath`. */
export const commitPointer = (copy: WorkingCopy, name: string, oid: string, sizeBytes: number): Promise<void> =>
  copy.commit({ [name]: `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${sizeBytes}\n` });
