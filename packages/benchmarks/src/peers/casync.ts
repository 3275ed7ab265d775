import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { timedCommand } from '../measure/timed-command.js';
import { folderBytes } from './folder-bytes.js';
import type { Peer } from './peer.js';

/** casync as it comes: chunks of 64 KiB on average. */
export const casync = (folder: string): Peer => {
  const home = join(folder, 'casync');
  const store = `--store=${join(home, 'store.castr')}`;
  return {
    name: 'casync',
    create: async () => {
      await mkdir(join(home, 'store.castr'), { recursive: true });
    },
    store: async (version, path) => (await timedCommand('casync', ['make', store, join(home, `${version}.caibx`), path])).seconds,
    restore: async (version, target) => {
      const path = join(target, version);
      const { seconds } = await timedCommand('casync', ['extract', store, join(home, `${version}.caibx`), path]);
      return { seconds, path };
    },
    storedBytes: () => folderBytes(home),
  };
};
