import { type ByteCount, GIB } from '../values/index.js';

/** Bounds that hold on every plan, so that nobody fills the database, the disk or the connections with what no plan counts. */
export interface Limits {
  /** Bodies that may come for one upload URL, or for one path of a chunk tree, at the same time. Counted by each process. */
  readonly writersPerKey: number;
  /** The declared lengths of all bodies that come for one organization at the same time and are no blobs yet. Counted by each process. */
  readonly unfinishedBytesPerOrganization: ByteCount;
}

export const defaultLimits: Limits = {
  writersPerKey: 4,
  unfinishedBytesPerOrganization: 64 * GIB,
};
