import { nodeClock, nodePorts } from '@svc/node';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { openStorage, type Storage } from './adapters/open-storage.js';
import { unsigned } from './backup/place-storage.js';
import type { StorageSettings } from './config/config.js';
import { copyBlobs } from './copy-blobs.js';
import { StartProblem } from './start-problem.js';

/** A folder of blobs, as `blobs` in a data directory is, or the bucket that the settings name. */
export type NamedStorage = { readonly kind: 'fs'; readonly root: string } | { readonly kind: 's3' };

export interface CopyFiles {
  readonly from: NamedStorage;
  readonly to: NamedStorage;
  readonly verify: boolean;
}

export interface CopyFilesSurroundings {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Reads the settings of the bucket; a `StartProblem` where they are not all there. */
  readonly bucket: () => StorageSettings;
  readonly say: (line: string) => void;
}

const openNamed = (named: NamedStorage, isTarget: boolean, { log, bucket }: CopyFilesSurroundings): Promise<Storage> => {
  const settings: StorageSettings = named.kind === 's3' ? bucket() : { kind: 'fs', root: resolve(named.root) };
  if (settings.kind === 'fs' && !isTarget && !existsSync(settings.root)) {
    throw new StartProblem(`--from cannot be used: there is no folder ${settings.root}`);
  }
  if (
    settings.kind === 'fs' &&
    !isTarget &&
    !['repositories', '.temporary'].some((name) => existsSync(join(settings.root, name)))
  ) {
    throw new StartProblem(`--from cannot be used: there are no files in ${settings.root}; is its disk mounted?`);
  }
  // A server may go on with what is copied; nobody may write to the copy.
  return openStorage(settings, {
    settings: unsigned,
    clock: nodeClock,
    log,
    isServer: isTarget,
    inUse: (root) => `the files in ${root} are in use by another server or copy-files`,
  });
};

/** Copies the service's own storage into another one, and says how much there was; rejects when something of it is damaged, or cannot be read. */
export const copyFiles = async ({ from, to, verify }: CopyFiles, surroundings: CopyFilesSurroundings): Promise<void> => {
  const { say } = surroundings;
  const { codec } = await nodePorts();
  const source = await openNamed(from, false, surroundings);
  const target = await openNamed(to, true, surroundings);
  let [damaged, unreadable] = [0, 0];
  try {
    const { copied, copiedBytes, skipped } = await copyBlobs({
      from: source.blobs,
      to: target.blobs,
      codec,
      verify,
      onDamaged: (key) => {
        damaged += 1;
        say(`damaged: ${key}`);
      },
      onUnreadable: (key) => {
        unreadable += 1;
        say(`unreadable: ${key}`);
      },
    });
    say(`copied ${copied} files, ${copiedBytes} bytes; ${skipped} were there`);
  } finally {
    source.close();
    target.close();
  }
  const problems = [
    ...(damaged > 0 ? [`${damaged} files were copied as they are, and are not what they are called`] : []),
    ...(unreadable > 0 ? [`${unreadable} files cannot be read, and were not copied; run this again to try once more`] : []),
  ];
  if (problems.length > 0) throw new StartProblem(problems.join('; '));
};
