import { defaultLimits, GIB, type Limits } from '@svc/core/model';
import type { z } from 'zod';
import { wholeNumber } from './setting.js';

const count = (usual: number) => wholeNumber(1).default(usual);

export const limitsShape = {
  MAX_OWNED_ORGANIZATIONS: count(defaultLimits.ownedOrganizations),
  MAX_SESSIONS_PER_USER: count(defaultLimits.sessionsPerUser),
  MAX_TOKENS_PER_ORGANIZATION: count(defaultLimits.tokensPerOrganization),
  MAX_LOCKS_PER_REPOSITORY: count(defaultLimits.locksPerRepository),
  MAX_OBJECTS_PER_SESSION: count(defaultLimits.objectsPerSession),
  MAX_TREE_FILES_PER_REPOSITORY: count(defaultLimits.treeFilesPerRepository),
  MAX_GIT_COMMITS_PER_REPOSITORY: count(defaultLimits.gitCommitsPerRepository),
  MAX_GIT_REFS_PER_REPOSITORY: count(defaultLimits.gitRefsPerRepository),
  MAX_GIT_INDEX_GIB: wholeNumber(1, 1_000_000).default(defaultLimits.gitIndexBytesPerRepository / GIB),
  MAX_GRAPH_EDGES_PER_REPOSITORY: count(defaultLimits.graphEdgesPerRepository),
  MAX_SNAPSHOTS_PER_REPOSITORY: count(defaultLimits.snapshotsPerRepository),
  MAX_SNAPSHOT_FILES_PER_REPOSITORY: count(defaultLimits.snapshotFilesPerRepository),
  MAX_WRITERS_PER_KEY: count(defaultLimits.writersPerKey),
  MAX_UNFINISHED_GIB: wholeNumber(1, 1_000_000).default(defaultLimits.unfinishedBytesPerOrganization / GIB),
};

type Given = { readonly [Name in keyof typeof limitsShape]: z.output<(typeof limitsShape)[Name]> };

/** The bounds of every plan. */
export const limitsOf = (given: Given): Limits => ({
  ownedOrganizations: given.MAX_OWNED_ORGANIZATIONS,
  sessionsPerUser: given.MAX_SESSIONS_PER_USER,
  tokensPerOrganization: given.MAX_TOKENS_PER_ORGANIZATION,
  locksPerRepository: given.MAX_LOCKS_PER_REPOSITORY,
  objectsPerSession: given.MAX_OBJECTS_PER_SESSION,
  treeFilesPerRepository: given.MAX_TREE_FILES_PER_REPOSITORY,
  gitCommitsPerRepository: given.MAX_GIT_COMMITS_PER_REPOSITORY,
  gitRefsPerRepository: given.MAX_GIT_REFS_PER_REPOSITORY,
  gitIndexBytesPerRepository: given.MAX_GIT_INDEX_GIB * GIB,
  graphEdgesPerRepository: given.MAX_GRAPH_EDGES_PER_REPOSITORY,
  snapshotsPerRepository: given.MAX_SNAPSHOTS_PER_REPOSITORY,
  snapshotFilesPerRepository: given.MAX_SNAPSHOT_FILES_PER_REPOSITORY,
  writersPerKey: given.MAX_WRITERS_PER_KEY,
  unfinishedBytesPerOrganization: given.MAX_UNFINISHED_GIB * GIB,
});
