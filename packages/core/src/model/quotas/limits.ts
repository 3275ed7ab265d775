import { type ByteCount, GIB } from '../values/index.js';

/** Bounds that hold on every plan, so that nobody fills the database, the disk or the connections with what no plan counts. */
export interface Limits {
  readonly ownedOrganizations: number;
  readonly sessionsPerUser: number;
  /** Plans may allow fewer. */
  readonly tokensPerOrganization: number;
  readonly locksPerRepository: number;
  /** Of an LFS session only what has not come yet counts: it goes on for as long as its user pushes. */
  readonly objectsPerSession: number;
  readonly treeFilesPerRepository: number;
  readonly gitCommitsPerRepository: number;
  /** Branches and tags. */
  readonly gitRefsPerRepository: number;
  /** What the Git index of a repository occupies in the database. */
  readonly gitIndexBytesPerRepository: ByteCount;
  /** What was said of how artifacts, commits and releases hang together. */
  readonly graphEdgesPerRepository: number;
  readonly snapshotsPerRepository: number;
  /** Of all of its snapshots: each file of each is a row. */
  readonly snapshotFilesPerRepository: number;
  /** Bodies that may come for one upload URL, or for one path of a chunk tree, at the same time. Counted by each process. */
  readonly writersPerKey: number;
  /** The declared lengths of all bodies that come for one organization at the same time and are no blobs yet. Counted by each process. */
  readonly unfinishedBytesPerOrganization: ByteCount;
}

export const defaultLimits: Limits = {
  ownedOrganizations: 20,
  sessionsPerUser: 100,
  tokensPerOrganization: 1000,
  locksPerRepository: 10_000,
  objectsPerSession: 100_000,
  treeFilesPerRepository: 1_000_000,
  gitCommitsPerRepository: 1_000_000,
  gitRefsPerRepository: 50_000,
  gitIndexBytesPerRepository: 4 * GIB,
  graphEdgesPerRepository: 10_000,
  snapshotsPerRepository: 1000,
  snapshotFilesPerRepository: 5_000_000,
  writersPerKey: 4,
  unfinishedBytesPerOrganization: 64 * GIB,
};

/** The limits of these settings, as they usually are where nothing is set. */
export const limitsOf = ({ limits }: { readonly limits?: Partial<Limits> | undefined } = {}): Limits => ({
  ...defaultLimits,
  ...limits,
});
