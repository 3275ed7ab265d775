import { accessCases } from './access-cases.js';
import { connectionCases } from './connection-cases.js';
import { credentialCases } from './credential-cases.js';
import type { UnitOfWorkCase } from './harness.js';
import { idempotencyCases } from './idempotency-cases.js';
import { journalCases } from './journal-cases.js';
import { leaseCases } from './lease-cases.js';
import { lockCases } from './lock-cases.js';
import { membershipCases } from './membership-cases.js';
import { objectCases } from './object-cases.js';
import { organizationCases } from './organization-cases.js';
import { repositoryCases } from './repository-cases.js';
import { repositoryMemberCases } from './repository-member-cases.js';
import { tokenCases } from './token-cases.js';
import { chunkCases } from './tree-chunk-cases.js';
import { treeFileCases } from './tree-file-cases.js';
import { manifestCases } from './tree-manifest-cases.js';
import { proofCases } from './tree-proof-cases.js';
import { transferCases } from './tree-transfer-cases.js';
import { transactionCases } from './transaction-cases.js';
import { uploadObjectCases } from './upload-object-cases.js';
import { uploadPartCases } from './upload-part-cases.js';
import { uploadSessionCases } from './upload-session-cases.js';
import { uploadSweepCases } from './upload-sweep-cases.js';
import { usageCases } from './usage-cases.js';
import { userCases } from './user-cases.js';

/** The whole law of `UnitOfWork`, by subject. */
export const unitOfWorkCases: Readonly<Record<string, readonly UnitOfWorkCase[]>> = {
  transactions: transactionCases,
  access: accessCases,
  'audit and outbox': journalCases,
  'storage connections': connectionCases,
  credentials: credentialCases,
  idempotency: idempotencyCases,
  leases: leaseCases,
  locks: lockCases,
  memberships: membershipCases,
  objects: objectCases,
  organizations: organizationCases,
  repositories: repositoryCases,
  'repository members': repositoryMemberCases,
  tokens: tokenCases,
  'tree files': treeFileCases,
  'tree chunks': chunkCases,
  'tree manifests': manifestCases,
  'tree proofs': proofCases,
  'tree transfers': transferCases,
  'upload objects': uploadObjectCases,
  'uploads in parts': uploadPartCases,
  'upload sessions': uploadSessionCases,
  'sweeping uploads': uploadSweepCases,
  usage: usageCases,
  users: userCases,
};
