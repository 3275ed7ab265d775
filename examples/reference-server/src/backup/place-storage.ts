import { nodeClock } from '@svc/node';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Logger } from 'pino';
import { openStorage, type Storage } from '../adapters/open-storage.js';
import type { StorageSettings } from '../config/config.js';
import type { S3Settings } from '../config/s3-settings.js';
import { StartProblem } from '../start-problem.js';
import { isOwnPlace } from './is-own-place.js';

/** Where back-ups are: a folder, or a bucket that is reached like the server's own. */
export type NamedPlace =
  | { readonly kind: 'fs'; readonly root: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

export interface PlaceSurroundings {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Reads the settings of the server's own bucket; a `StartProblem` where they are not all there. */
  readonly bucket: () => S3Settings;
  /** The server's. */
  readonly storage: StorageSettings;
  readonly dataDir: string;
}

/** What is done at the place: a back-up is added, some are removed, or what is there is read. */
export type PlaceRole = 'add' | 'remove' | 'read';

export interface PlaceStorage extends Storage {
  /** Undefined: it is a bucket. */
  readonly root: string | undefined;
}

/** Signs nothing, and so needs no key of the service. */
export const unsigned = { baseUrl: 'http://localhost', linkKeys: [{ id: 'none', secret: randomBytes(32) }] };

const settingsOf = (place: NamedPlace, { bucket, storage }: PlaceSurroundings): StorageSettings => {
  const settings: StorageSettings =
    place.kind === 's3'
      ? { kind: 's3', ...bucket(), bucket: place.bucket, prefix: place.prefix }
      : { kind: 'fs', root: resolve(place.root) };
  if (isOwnPlace(settings, storage)) throw new StartProblem('back-ups cannot be where the server keeps its own files');
  return settings;
};

/** Does something at the place. What has a code comes from the system, and does not always say which place it is about. */
export const atPlace = async <T>(place: NamedPlace, role: PlaceRole, act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault) || place.kind === 's3') throw fault;
    throw new StartProblem(`${role === 'add' ? '--to' : '--from'} ${place.root} cannot be used: ${fault.message}`);
  }
};

/** Opens what is kept at the place: to change it, for one process at a time. A folder is made only where a back-up is added. */
export const openPlaceStorage = (place: NamedPlace, role: PlaceRole, surroundings: PlaceSurroundings): Promise<PlaceStorage> =>
  atPlace(place, role, async () => {
    const settings = settingsOf(place, surroundings);
    const root = settings.kind === 'fs' ? settings.root : undefined;
    // Where the disk for back-ups is not mounted, one that is made with those above it would fill another disk.
    const needed = role === 'add' && root !== undefined ? dirname(root) : root;
    if (needed !== undefined && !existsSync(needed)) throw new StartProblem(`there is no folder ${needed}`);
    const { log } = surroundings;
    const storage = await openStorage(settings, {
      settings: unsigned,
      clock: nodeClock,
      log,
      isServer: role !== 'read',
      inUse: (claimed) =>
        `the back-ups in ${claimed} are in use by another backup or prune-backups; run this again when that has ended`,
    });
    return { ...storage, root };
  });
