import { realPathOf } from '@svc/persistence-sqlite';
import { join, sep } from 'node:path';
import type { StorageSettings } from '../config/config.js';
import { backupsFolder, sharedFolders } from './backup-manifest.js';

/** What lies in a place, all of which a removal may take. */
const placeFolders: readonly string[] = [backupsFolder, ...sharedFolders];

/** What the keys of the server begin with in a bucket: the second where a connection leads back into it. */
const ownFolders: readonly string[] = ['repositories', 'connections'];

/** By whole segments. */
const isWithin = (path: string, folder: string, slash: string): boolean => `${path}${slash}`.startsWith(`${folder}${slash}`);

/** By whichever symbolic links. All below its root is the server's. */
const isOwnFolder = (place: string, own: string): boolean => {
  const [real, ownReal] = [realPathOf(place), realPathOf(own)];
  return isWithin(real, ownReal, sep) || placeFolders.some((folder) => isWithin(ownReal, join(real, folder), sep));
};

const keyBelow = (prefix: string, folder: string): string => (prefix === '' ? folder : `${prefix}/${folder}`);

/** Others may keep something beside the server in a bucket, so only what one writes where the other does is in its way. */
const isOwnPrefix = (place: string, own: string): boolean => {
  const ownKeys = ownFolders.map((folder) => keyBelow(own, folder));
  return placeFolders
    .map((folder) => keyBelow(place, folder))
    .some((key) => ownKeys.some((ownKey) => isWithin(key, ownKey, '/') || isWithin(ownKey, key, '/')));
};

/**
 * Whether back-ups at the place would lie among the server's own files, and so be their own source, or the server's files among those of back-ups, from which
 * a removal would take them. Both buckets are reached by the same settings, so their names tell whether they are one.
 */
export const isOwnPlace = (place: StorageSettings, own: StorageSettings): boolean => {
  if (place.kind === 's3') return own.kind === 's3' && place.bucket === own.bucket && isOwnPrefix(place.prefix, own.prefix);
  return own.kind === 'fs' && isOwnFolder(place.root, own.root);
};
