import { firstRecords } from './0001-first-records.js';
import { chunkTree } from './0002-chunk-tree.js';
import { storageConnections } from './0003-storage-connections.js';
import { leasesAndClaims } from './0004-leases.js';
import { multipartUploads } from './0005-multipart-uploads.js';
import { usageByDay } from './0006-usage-by-day.js';
import { groupsAndAudit } from './0007-groups-and-audit.js';
import { activityOfOrganizations } from './0008-activity.js';
import { webhooks } from './0009-webhooks.js';
import { billing } from './0010-billing.js';
import { people } from './0011-people.js';
import { searchWords } from './0012-search.js';
import { artifacts } from './0013-artifacts.js';
import { dismissals } from './0014-dismissals.js';
import { storageOfRepositories } from './0015-storage-of-repositories.js';
import { receivingFiles } from './0016-receiving-files.js';
import { artifactNames } from './0017-artifact-names.js';
import { chunkCounts } from './0018-chunk-counts.js';
import { signIns } from './0019-sign-ins.js';
import { receivers } from './0020-receivers.js';
import type { Migration } from './migration.js';

/** All steps, in their order. */
export const migrations: readonly Migration[] = [
  firstRecords,
  chunkTree,
  storageConnections,
  leasesAndClaims,
  multipartUploads,
  usageByDay,
  groupsAndAudit,
  activityOfOrganizations,
  webhooks,
  billing,
  people,
  searchWords,
  artifacts,
  dismissals,
  storageOfRepositories,
  receivingFiles,
  artifactNames,
  chunkCounts,
  signIns,
  receivers,
];
