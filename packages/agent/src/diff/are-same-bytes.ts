import type { Version } from './find-version.js';

/**
 * Whether two versions have the same bytes; undefined where nothing tells. The service does not know the SHA-256 of what lies in Git alone, which has names of
 * its own there.
 */
export const areSameBytes = (one: Version, other: Version): boolean | undefined => {
  if (one.oid !== undefined && other.oid !== undefined) return one.oid === other.oid;
  if (one.sizeBytes !== other.sizeBytes) return false;
  if (one.id === undefined || other.id === undefined) return undefined;
  if (one.id === other.id) return true;
  // Of a pointer Git knows other bytes than people get.
  return one.isLfs === true || other.isLfs === true ? undefined : false;
};
