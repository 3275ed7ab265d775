import { join } from 'node:path';
import { timedCommand } from '../measure/timed-command.js';
import { folderBytes } from './folder-bytes.js';
import type { Peer } from './peer.js';

/** restic as it comes, with its second repository format; it also encrypts. */
export const restic = (folder: string): Peer => {
  const repository = join(folder, 'restic');
  const env = { RESTIC_PASSWORD: 'bench', RESTIC_REPOSITORY: repository };
  const run = (...parameters: readonly string[]) => timedCommand('restic', [...parameters, '--no-cache', '--quiet'], { env });
  return {
    name: 'restic',
    create: async () => {
      await run('init', '--repository-version', '2');
    },
    store: async (version, path) => (await run('backup', '--compression', 'auto', '--tag', version, path)).seconds,
    restore: async (version, target) => {
      const { seconds } = await run('restore', 'latest', '--tag', version, '--target', target);
      return { seconds, path: target };
    },
    storedBytes: () => folderBytes(repository),
  };
};
