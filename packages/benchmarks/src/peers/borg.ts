import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timedCommand } from '../measure/timed-command.js';
import { folderBytes } from './folder-bytes.js';
import type { Peer } from './peer.js';

/** Stands in for ssh: drops the host's name and runs the command here. */
const remoteShell = '#!/bin/sh\nshift\nexec "$@"\n';

/** How borg is used: at its own chunk size or at an average of 64 KiB, by itself or over its own server, `borg serve`. */
export type BorgVariant = 'borg' | 'borg 64 KiB' | 'borg serve';

/** borg with zstd 3, without encryption. */
export const borg = (folder: string, name: BorgVariant): Peer => {
  const path = join(folder, name.replaceAll(' ', '-'));
  const repository = name === 'borg serve' ? `ssh://here${path}` : path;
  const shell = join(folder, 'borg-shell');
  const env = {
    BORG_BASE_DIR: join(folder, 'borg-home'),
    BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK: 'yes',
    BORG_RSH: `sh ${shell}`,
  };
  const chunker = name === 'borg 64 KiB' ? ['--chunker-params', 'buzhash,14,18,16,4095'] : [];
  return {
    name,
    create: async () => {
      await writeFile(shell, remoteShell);
      await timedCommand('borg', ['init', '-e', 'none', repository], { env });
    },
    store: (version, file) =>
      timedCommand('borg', ['create', '--compression', 'zstd,3', ...chunker, `${repository}::${version}`, file], { env }),
    restore: (version, target) => timedCommand('borg', ['extract', `${repository}::${version}`], { env, cwd: target }),
    storedBytes: () => folderBytes(join(path, 'data')),
    stop: () => Promise.resolve(),
  };
};
