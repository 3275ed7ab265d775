import { join } from 'node:path';
import { timedCommand } from '../measure/timed-command.js';
import { folderBytes } from './folder-bytes.js';
import type { Peer } from './peer.js';

/** borg with zstd 3, without encryption; at its own chunk size, or at an average of 64 KiB. */
export const borg = (folder: string, chunks: 'default' | '64 KiB'): Peer => {
  const name = chunks === 'default' ? 'borg' : 'borg 64 KiB';
  const repository = join(folder, name.replaceAll(' ', '-'));
  const env = { BORG_BASE_DIR: join(folder, 'borg-home'), BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK: 'yes' };
  const chunker = chunks === 'default' ? [] : ['--chunker-params', 'buzhash,14,18,16,4095'];
  return {
    name,
    create: async () => {
      await timedCommand('borg', ['init', '-e', 'none', repository], { env });
    },
    store: async (version, path) =>
      (await timedCommand('borg', ['create', '--compression', 'zstd,3', ...chunker, `${repository}::${version}`, path], { env }))
        .seconds,
    restore: async (version, target) => {
      const { seconds } = await timedCommand('borg', ['extract', `${repository}::${version}`], { env, cwd: target });
      return { seconds, path: target };
    },
    storedBytes: () => folderBytes(join(repository, 'data')),
  };
};
