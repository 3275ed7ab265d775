import { initialSchema } from './0001-initial-schema/initial-schema.js';
import { sessionIdsAndOwnerLevels } from './0002-session-ids-and-owner-levels.js';
import { activityAndRowCounts } from './0003-activity-and-row-counts.js';
import { reclaimableBytes } from './0004-reclaimable-bytes.js';
import { awaitedObjects } from './0005-awaited-objects.js';
import { namesAndAuditDetails } from './0006-names-and-audit-details.js';
import { gitIndex } from './0007-git-index.js';
import { gitContents } from './0008-git-contents.js';
import { gitDeletions } from './0009-git-deletions.js';
import { graphEdges } from './0010-graph-edges.js';
import { snapshots } from './0011-snapshots.js';
import { gitUses } from './0012-git-uses.js';
import { oddTrees } from './0013-odd-trees.js';
import { damagedFiles } from './0014-damaged-files.js';
import { quarantinedObjects } from './0015-quarantined-objects.js';
import { condemnedFiles } from './0016-condemned-files.js';
import { deadBytes } from './0017-dead-bytes.js';
import { retiredConnections } from './0018-retired-connections.js';
import { conversions } from './0019-conversions.js';
import { unreachableObjects } from './0020-unreachable-objects.js';
import { convertedObjects } from './0021-converted-objects.js';
import { sparseChunkIndexes } from './0022-sparse-chunk-indexes.js';
import { requestedConversions } from './0023-requested-conversions.js';
import { convertedObjectsOfOrganizations } from './0024-converted-objects-of-organizations.js';
import { resentObjects } from './0025-resent-objects.js';
import { auditInOrder } from './0026-audit-in-order.js';
import { removedConvertedObjects } from './0027-removed-converted-objects.js';
import { refusedVersions } from './0028-refused-versions.js';
import { downloadWriters } from './0029-download-writers.js';
import { sessionsByEnd } from './0030-sessions-by-end.js';
import { verificationsOfOrganizations } from './0031-verifications-of-organizations.js';
import { removedObjects } from './0032-removed-objects.js';
import { narrowIndexes } from './0033-narrow-indexes.js';
import { longPaths } from './0034-long-paths.js';
import type { Migration } from './migration.js';

/** All steps, in their order. */
export const migrations: readonly Migration[] = [
  initialSchema,
  sessionIdsAndOwnerLevels,
  activityAndRowCounts,
  reclaimableBytes,
  awaitedObjects,
  namesAndAuditDetails,
  gitIndex,
  gitContents,
  gitDeletions,
  graphEdges,
  snapshots,
  gitUses,
  oddTrees,
  damagedFiles,
  quarantinedObjects,
  condemnedFiles,
  deadBytes,
  retiredConnections,
  conversions,
  unreachableObjects,
  convertedObjects,
  sparseChunkIndexes,
  requestedConversions,
  convertedObjectsOfOrganizations,
  resentObjects,
  auditInOrder,
  removedConvertedObjects,
  refusedVersions,
  downloadWriters,
  sessionsByEnd,
  verificationsOfOrganizations,
  removedObjects,
  narrowIndexes,
  longPaths,
];
