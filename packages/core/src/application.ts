import { type Result, ResultAsync } from 'neverthrow';
import { authenticate } from './access/authenticate.js';
import { type Authorize, createAuthorize } from './access/authorization.js';
import { checkPorts } from './check-ports.js';
import { checkSettings } from './check-settings.js';
import type { Forbidden, Unauthorized, Unavailable } from './model/app-error.js';
import { limitsOf } from './model/quotas/limits.js';
import type { Caller, Origin } from './model/permissions/caller.js';
import type { RepositoryId } from './model/values/index.js';
import { plainPorts } from './plain-ports.js';
import type { Ports } from './ports/ports.js';
import { createDownloadMeter } from './steps/accounting/download-meter.js';
import { createVerifications } from './steps/verification/verifications.js';
import { createIndexCaches } from './steps/git-history/index-caches.js';
import { createArrivals } from './steps/objects/arrivals.js';
import { createIncomingBodies } from './steps/objects/incoming-bodies.js';
import { giveWay } from './steps/give-way.js';
import { type Artifacts, createArtifacts } from './use-cases/artifacts/artifacts.js';
import { indexNames } from './use-cases/artifacts/index-names.js';
import { type AuditLog, createAuditLog } from './use-cases/audit-log.js';
import { createDownloads, type Downloads } from './use-cases/downloads/downloads.js';
import { type Billing, createBilling } from './use-cases/billing/billing.js';
import { type Browsing, createBrowsing } from './use-cases/browsing/browsing.js';
import { collectTrees } from './use-cases/chunk-tree/collect/collect-trees.js';
import { convertObjects } from './use-cases/chunk-tree/convert/convert-objects.js';
import { reconcileStaleFiles } from './use-cases/chunk-tree/files/reconcile-stale-files.js';
import { createAssembledObjects } from './use-cases/chunk-tree/read/assembled-objects.js';
import { createTree, type Tree } from './use-cases/chunk-tree/tree.js';
import { createGitIndexing, type GitIndexing } from './use-cases/git-index/git-index.js';
import { inspectIncomplete } from './use-cases/integrity/inspect-incomplete.js';
import { inspectRestored } from './use-cases/integrity/inspect-restored.js';
import { inspectUnreadable } from './use-cases/integrity/inspect-unreadable.js';
import { createIntegrity, type Integrity } from './use-cases/integrity/integrity.js';
import { createInvitations, type Invitations } from './use-cases/invitations/invitations.js';
import { createLfs, type Lfs } from './use-cases/lfs/lfs.js';
import { type Activities, createActivities } from './use-cases/list-activity.js';
import { createLineage, type Lineage } from './use-cases/lineage/lineage.js';
import { createLocks, type Locks } from './use-cases/locks/locks.js';
import { createMaintenance, type Maintenance } from './use-cases/maintenance/maintenance.js';
import { createMembers, type Members } from './use-cases/members/members.js';
import { createNotifications, type Notifications } from './use-cases/notifications/notifications.js';
import { createObjects, type Objects } from './use-cases/objects/objects.js';
import { createOperator, type Operator } from './use-cases/operator/operator.js';
import { createOrganizations, type Organizations } from './use-cases/organizations/organizations.js';
import { createRecommendations, type Recommendations } from './use-cases/recommendations/recommendations.js';
import { createReleases, type Releases } from './use-cases/releases/releases.js';
import { createRepositories, type Repositories } from './use-cases/repositories/repositories.js';
import { type Search, search } from './use-cases/search.js';
import type { SignedIn } from './access/grant.js';
import type { SearchResult } from './model/search/search-result.js';
import { createMails, type Mails } from './use-cases/send-next-mail.js';
import { createSignedTransfers, type SignedTransfers } from './use-cases/signed-transfers/signed-transfers.js';
import { createSnapshots, type Snapshots } from './use-cases/snapshots/snapshots.js';
import { checkConnections } from './use-cases/storage-connections/check-connections.js';
import { createStorageConnections, type StorageConnections } from './use-cases/storage-connections/storage-connections.js';
import { createStorageGroups, type StorageGroups } from './use-cases/storage-groups/storage-groups.js';
import { createTokens, type Tokens } from './use-cases/tokens/tokens.js';
import { createUploads, type Uploads } from './use-cases/uploads/uploads.js';
import { createUsage, type Usage } from './use-cases/usage/usage.js';
import { createUsers, type Users } from './use-cases/users/users.js';
import { resealWebhooks } from './use-cases/webhooks/reseal-webhooks.js';
import { createWebhooks, type Webhooks } from './use-cases/webhooks/webhooks.js';

/**
 * The service over one set of ports. Authenticate the caller, let `authorize` decide, pass its grant to a use case: a use case cannot be called
 * without one. Every method returns an expected failure as a value (`AppError`) and throws only for a bug.
 */
export interface Application {
  /**
   * Finds out who presents a credential: an API token, a session, or a sign-in of the identity provider, whose user is added at first sight.
   * Reads the records each time, so a revoked token or a suspended user is refused at the next request. `unauthorized` with
   * `missing_credential` or `invalid_credential`; `forbidden` with `account_suspended`.
   */
  readonly authenticate: (
    credential: string | undefined,
    origin: Origin,
  ) => ResultAsync<Caller, Unauthorized | Forbidden | Unavailable>;
  readonly authorize: Authorize;

  readonly activity: Activities;
  readonly artifacts: Artifacts;
  readonly audit: AuditLog;
  readonly billing: Billing;
  readonly browsing: Browsing;
  readonly downloads: Downloads;
  readonly gitIndex: GitIndexing;
  readonly integrity: Integrity;
  readonly invitations: Invitations;
  readonly lfs: Lfs;
  readonly lineage: Lineage;
  readonly locks: Locks;
  readonly mails: Mails;
  readonly maintenance: Maintenance;
  readonly members: Members;
  readonly notifications: Notifications;
  readonly objects: Objects;
  readonly operator: Operator;
  readonly organizations: Organizations;
  readonly recommendations: Recommendations;
  readonly releases: Releases;
  readonly repositories: Repositories;
  readonly signedTransfers: SignedTransfers;
  readonly snapshots: Snapshots;
  readonly storageConnections: StorageConnections;
  readonly storageGroups: StorageGroups;
  readonly tokens: Tokens;
  readonly tree: Tree;
  readonly uploads: Uploads;
  readonly usage: Usage;
  readonly users: Users;
  readonly webhooks: Webhooks;

  /** Searches what the caller may see: by the beginnings of words, objects by the beginning of their oid and by a part of their name (spec 4.2). */
  readonly search: (signedIn: SignedIn, command: Search) => ResultAsync<SearchResult, Unavailable>;

  /** Answers Ok when the database and the storage answer now. */
  readonly checkReadiness: () => ResultAsync<void, Unavailable>;
}

/** Both checks write, so callers that ask while one is under way share its answer. */
const checkReadiness = ({ unitOfWork, blobs }: Pick<Ports, 'unitOfWork' | 'blobs'>): (() => ResultAsync<void, Unavailable>) => {
  let underWay: Promise<Result<void, Unavailable>> | undefined;
  const check = async (): Promise<Result<void, Unavailable>> => {
    try {
      return await unitOfWork.check().andThen(() => blobs.check());
    } finally {
      underWay = undefined;
    }
  };
  return () => new ResultAsync((underWay ??= check()));
};

/**
 * The service over one set of ports. It starts no timer: its periodic jobs are due as `Maintenance`, `Webhooks`, `Mails`, `Tree` and `Usage` say. Throws for
 * a port that is lacking or a promise, and for settings that do not go, such as a grace that would be over too early.
 */
export const createApplication = (given: Ports): Application => {
  checkPorts(given);
  checkSettings(given.settings);
  const incoming = createIncomingBodies(limitsOf(given.settings));
  const plain = plainPorts(given);
  const ports = {
    ...plain,
    meter: createDownloadMeter(),
    verifications: createVerifications(plain),
    incoming,
    arrivals: createArrivals(),
    indexCaches: createIndexCaches(plain.clock),
  };
  const assembled = createAssembledObjects(ports);
  const inspect = inspectUnreadable(ports);
  const inspectNeedy = inspectIncomplete(ports);
  const lookAtRestored = inspectRestored(ports, inspectNeedy);
  const onRestored = (repositoryId: RepositoryId): void => void lookAtRestored(repositoryId);
  const givingWay = giveWay(ports);
  return {
    authenticate: authenticate(ports),
    authorize: createAuthorize(ports),
    activity: createActivities(ports),
    artifacts: createArtifacts(ports, assembled, (object) => void inspect(object)),
    audit: createAuditLog(ports),
    billing: createBilling(ports),
    browsing: createBrowsing(ports),
    downloads: createDownloads(ports),
    gitIndex: createGitIndexing(ports, assembled),
    integrity: createIntegrity(ports),
    invitations: createInvitations(ports),
    lfs: createLfs(ports),
    lineage: createLineage(ports),
    locks: createLocks(ports),
    mails: createMails(ports),
    maintenance: createMaintenance(ports, {
      checkConnections: checkConnections(ports),
      collectGarbage: collectTrees(givingWay),
      convertObjects: convertObjects(givingWay, (object) => void inspect(object)),
      givingWay,
      indexNames: indexNames(ports),
      onRestored,
      reconcileStaleFiles: reconcileStaleFiles(ports),
      resealWebhooks: resealWebhooks(ports),
    }),
    members: createMembers(ports),
    notifications: createNotifications(ports),
    objects: createObjects(ports, onRestored),
    operator: createOperator(ports),
    organizations: createOrganizations(ports),
    recommendations: createRecommendations(ports),
    releases: createReleases(ports),
    repositories: createRepositories(ports),
    search: search(ports),
    signedTransfers: createSignedTransfers(ports, assembled.open, (object) => void inspect(object)),
    snapshots: createSnapshots(ports),
    storageConnections: createStorageConnections(ports),
    storageGroups: createStorageGroups(ports),
    tokens: createTokens(ports),
    tree: createTree(ports, {
      object: (repositoryId, oid) => void inspect({ repositoryId, oid }),
      file: (repositoryId) => void inspectNeedy(repositoryId),
    }),
    uploads: createUploads(ports),
    usage: createUsage(ports),
    users: createUsers(ports),
    webhooks: createWebhooks(ports),
    checkReadiness: checkReadiness(ports),
  };
};
