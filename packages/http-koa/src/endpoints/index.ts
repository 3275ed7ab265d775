import type { Endpoint } from '../endpoint/endpoint.js';
import { auditEndpoints } from './audit.js';
import { activityEndpoints } from './activity.js';
import { billingEndpoints } from './billing.js';
import { agentEndpoints } from './agent.js';
import { artifactEndpoints } from './artifacts.js';
import { browsingEndpoints } from './browsing.js';
import { downloadEndpoints } from './downloads.js';
import { gitIndexEndpoints } from './git-index.js';
import { invitationEndpoints } from './invitations.js';
import { lfsEndpoints } from './lfs.js';
import { lineageEndpoints } from './lineage.js';
import { lockEndpoints } from './locks.js';
import { notificationEndpoints } from './notifications.js';
import { memberEndpoints } from './members.js';
import { objectEndpoints } from './objects.js';
import { organizationEndpoints } from './organizations.js';
import { planEndpoints } from './plans.js';
import { recommendationEndpoints } from './recommendations.js';
import { releaseEndpoints } from './releases.js';
import { repositoryEndpoints } from './repositories.js';
import { repositoryMemberEndpoints } from './repository-members.js';
import { repositoryStorageEndpoints } from './repository-storage.js';
import { searchEndpoints } from './search.js';
import { snapshotEndpoints } from './snapshots.js';
import { storageEndpoints } from './storage.js';
import { storageConnectionEndpoints } from './storage-connections.js';
import { storageGroupEndpoints } from './storage-groups.js';
import { systemEndpoints } from './system.js';
import { tokenEndpoints } from './tokens.js';
import { treeEndpoints } from './tree.js';
import { uploadEndpoints } from './uploads.js';
import { usageEndpoints } from './usage.js';
import { userEndpoints } from './users.js';
import { webhookEndpoints } from './webhooks.js';

/** Every endpoint of the service. Router, OpenAPI, permission table and the tests' matrix are folds over this one array. */
export const endpoints: readonly Endpoint[] = [
  ...systemEndpoints,
  ...planEndpoints,
  ...userEndpoints,
  ...notificationEndpoints,
  ...searchEndpoints,
  ...organizationEndpoints,
  ...memberEndpoints,
  ...invitationEndpoints,
  ...usageEndpoints,
  ...recommendationEndpoints,
  ...tokenEndpoints,
  ...auditEndpoints,
  ...webhookEndpoints,
  ...storageConnectionEndpoints,
  ...storageGroupEndpoints,
  ...billingEndpoints,
  ...repositoryEndpoints,
  ...objectEndpoints,
  ...browsingEndpoints,
  ...releaseEndpoints,
  ...lineageEndpoints,
  ...snapshotEndpoints,
  ...repositoryStorageEndpoints,
  ...repositoryMemberEndpoints,
  ...uploadEndpoints,
  ...downloadEndpoints,
  ...lfsEndpoints,
  ...lockEndpoints,
  ...treeEndpoints,
  ...gitIndexEndpoints,
  ...storageEndpoints,
  ...agentEndpoints,
  ...activityEndpoints,
  ...artifactEndpoints,
];
