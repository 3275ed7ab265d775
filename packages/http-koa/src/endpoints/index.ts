import type { Endpoint } from '../endpoint/endpoint.js';
import { downloadEndpoints } from './downloads.js';
import { lfsEndpoints } from './lfs.js';
import { lockEndpoints } from './locks.js';
import { organizationEndpoints } from './organizations.js';
import { planEndpoints } from './plans.js';
import { repositoryEndpoints } from './repositories.js';
import { repositoryMemberEndpoints } from './repository-members.js';
import { storageEndpoints } from './storage.js';
import { storageConnectionEndpoints } from './storage-connections.js';
import { systemEndpoints } from './system.js';
import { tokenEndpoints } from './tokens.js';
import { treeEndpoints } from './tree.js';
import { uploadEndpoints } from './uploads.js';
import { userEndpoints } from './users.js';

/** Every endpoint of the service. Router, OpenAPI, permission table and the tests' matrix are folds over this one array. */
export const endpoints: readonly Endpoint[] = [
  ...systemEndpoints,
  ...planEndpoints,
  ...userEndpoints,
  ...organizationEndpoints,
  ...tokenEndpoints,
  ...storageConnectionEndpoints,
  ...repositoryEndpoints,
  ...repositoryMemberEndpoints,
  ...uploadEndpoints,
  ...downloadEndpoints,
  ...lfsEndpoints,
  ...lockEndpoints,
  ...treeEndpoints,
  ...storageEndpoints,
];
