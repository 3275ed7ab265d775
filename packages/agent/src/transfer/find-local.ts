import { readdir } from 'node:fs/promises';
import type { Oid } from '@svc/core';
import { leadsToFile, nodeFileSystem } from '../file-system.js';
import type { LocalVersion } from '../pull/local-version.js';
import type { PreviousVersions } from '../push/previous-versions.js';
import { objectPath, objectsFolder } from './lfs-storage.js';

/** Another version of an object of so many bytes that the clone has already. */
export type FindLocal = (oid: Oid, sizeBytes: number) => Promise<LocalVersion | undefined>;

/** Fetching less takes no longer than asking git. */
const leastSearchedBytes = 4 * 1024 * 1024;
/** Git may have much to look through and find nothing. */
const mostVainMs = 5000;

const hasEntries = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  );

/** Looks for versions in the storage of git-lfs. A new clone has none, so git is not asked there. */
export const createFindLocal = (versionsAround: (oid: Oid) => PreviousVersions, storage: string): FindLocal => {
  let hasObjects: Promise<boolean> | undefined;
  let vainMs = 0;
  return async (oid, sizeBytes) => {
    if (sizeBytes < leastSearchedBytes || vainMs > mostVainMs) return undefined;
    if (!(await (hasObjects ??= hasEntries(objectsFolder(storage))))) return undefined;
    const startedAt = performance.now();
    for await (const other of versionsAround(oid)()) {
      const path = objectPath(storage, other);
      if (await leadsToFile(nodeFileSystem, path)) return { path, oid: other };
    }
    vainMs += performance.now() - startedAt;
    return undefined;
  };
};
