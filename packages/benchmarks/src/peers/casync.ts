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
    store: (version, path) => timedCommand('casync', ['make', store, join(home, `${version}.caibx`), path]),
    restore: (version, target) =>
      timedCommand('casync', ['extract', store, join(home, `${version}.caibx`), join(target, version)]),
    storedBytes: () => folderBytes(home),
    stop: () => Promise.resolve(),
  };
};
