export {
  type Activity,
  type ActivityEvent,
  type ActivityType,
  activityTypes,
  defaultActivityLimit,
  maxActivityLimit,
  maxActivitySkip,
  type Push,
  pushGapMs,
} from './activity.js';
export {
  type Absence,
  type BadRequest,
  badRequest,
  type BodyIncomplete,
  conflict,
  type Conflict,
  type ConflictReason,
  contended,
  type Forbidden,
  invariant,
  notFound,
  type NotFound,
  outage,
  type OutageReason,
  type PayloadTooLarge,
  type QuotaExceeded,
  type QuotaReason,
  type RateLimited,
  type RefusedPointer,
  type Unauthorized,
  type Unavailable,
  unavailable,
} from './app-error.js';
export { BlobUnreadable, thrownOutage } from './blob-unreadable.js';
export { type ArtifactType, artifactTypes } from './artifacts/artifact-type.js';
export {
  type ComparedTensor,
  type TensorComparison,
  type TensorFacts,
  type TensorFormat,
  tensorFormats,
  type TensorStatus,
  tensorStatuses,
  type TensorTotals,
} from './artifacts/tensor-comparison.js';
export {
  type Artifact,
  type ArtifactDetail,
  type ArtifactSort,
  artifactSorts,
  foldedName,
  type InstantMicros,
  maxCountedNames,
  microsOf,
  nameKeyOf,
} from './artifacts/artifact.js';
export { type Folder, foldersOfName, maxFolderPathLength, normalFolderPath, splitFolderPath } from './artifacts/folder.js';
export type { AuditAction, AuditChange, AuditDetails, AuditEntry, AuditEvent, AuditValue } from './audit-event.js';
export { eventToleranceSeconds } from './billing/event-window.js';
export {
  type BillingAccount,
  isRunning,
  type PaidPlanId,
  paidPlanIds,
  type Subscription,
  type SubscriptionStatus,
  subscriptionStatuses,
} from './billing/subscription.js';
export type { ChunkEncoding, ChunkLocation } from './chunk-tree/chunk-location.js';
export { defaultSparseIndexChunks, type Hook } from './chunk-tree/hook.js';
export type { CondemnedFile, CondemnedState } from './chunk-tree/condemned-file.js';
export type { TransferEvent, TransferKind, TransferStats } from './chunk-tree/transfer-event.js';
export { maxVerifiedPerCallBytes, occupiedBytes, type TreeFile, type TreeFileState } from './chunk-tree/tree-file.js';
export type {
  ConversionCandidate,
  ConversionTotals,
  ConvertedObject,
  ConvertedObjects,
  PossibleConversions,
} from './conversions/conversion.js';
export { type BaseState, baseStates, mostNamesOfVersion, type RequestedConversion } from './conversions/requested-conversion.js';
export { type DeduplicationMode, deduplicationModes } from './conversions/deduplication-mode.js';
export {
  type DeduplicationChoice,
  deduplicationOf,
  defaultColdAfterMs,
  defaultMinConvertedBytes,
} from './conversions/deduplication.js';
export { type DomainEvent, isPublicEvent, type PublicEvent, type PublicEventType, publicEventTypes } from './domain-event.js';
export {
  type Invitation,
  type InvitationGrant,
  invitationStatuses,
  type InvitedLevel,
  invitedLevels,
  type NamedPlace,
  type NewInvitation,
  type ShownInvitation,
} from './invitations/invitation.js';
export {
  graphDirections,
  type GraphEdge,
  type GraphEdgeType,
  graphEdgeTypes,
  type GraphNode,
  type GraphNodeKind,
  graphNodeKinds,
  maxEdgeNoteLength,
} from './lineage/graph-edge.js';
export { type Lock, lockPathPattern, maxLockPathBytes } from './lock.js';
export { type Keeper, type KeeperKind, keeperKinds, type RemovalRule, removalRules } from './keepers.js';
export {
  type CheckedConnections,
  type CollectedGarbage,
  defaultGcGraceMs,
  minGcGraceMs,
  type ReclaimedObjects,
  type ReclaimedRepositories,
  type ReclaimedUnreachable,
  type ReconciledUsage,
  type ResealedWebhooks,
  type Swept,
  type UsageDifference,
} from './maintenance.js';
export { notificationText } from './notifications/notification-text.js';
export { type Notification, type NotificationType, notificationTypes, notifiedRoles } from './notifications/notification.js';
export { maxObjectNameLength, type ObjectRequest } from './objects/object-request.js';
export { fewSmallObjects, maxFetchedWholeBytes, maxSmallBytes } from './objects/small-objects.js';
export {
  type QuarantinedObject,
  type QuarantinedOid,
  type QuarantineState,
  reclaimableBytesOf,
  type Removal,
} from './objects/quarantined-object.js';
export {
  type LookDoubt,
  lookDoubts,
  maxReclaimAfterDays,
  minReclaimAfterDays,
  type UnreachableLook,
  type UnreachableSum,
} from './objects/unreachable-object.js';
export { type ObjectLayout, type ObjectSort, objectSorts, type StoredObject } from './objects/stored-object.js';
export type { Member } from './organizations/member.js';
export { maxNameLength, type Membership, type OrganizationOfUser } from './organizations/organization.js';
export { type Access, decideRepositoryAccess, type RepositoryAccessFacts } from './permissions/decide-access.js';
export {
  type OrganizationPermission,
  type Permission,
  type RepositoryPermission,
  repositoryPermissions,
} from './permissions/permission.js';
export { type OverrideLevel, overrideLevels } from './permissions/repository-override.js';
export { isRole, permissionsOfRole, revokesTokensOfOthers, type Role, roles } from './permissions/role.js';
export { isTokenScope, permissionsOfScopes, type TokenScope, tokenScopes } from './permissions/token-scope.js';
export { defaultLimits, type Limits } from './quotas/limits.js';
export { isPlanId, type Plan, type PlanId, planIds, plans } from './quotas/plan.js';
export { isPlanLimit } from './quotas/plan-limit.js';
export { bytesText } from './bytes-text.js';
export type { Dismissal } from './recommendations/dismissal.js';
export type { RepositorySize, StaleSession } from './recommendations/findings.js';
export type { IndexFindings } from './recommendations/index-rules.js';
export { type Recommendation, recommendationRules, severities } from './recommendations/recommendation.js';
export {
  maxDescriptionLength,
  type RepositoryMember,
  repositoryVisibilities,
  type RepositoryVisibility,
  type SharedRepository,
  type StorageMode,
  storageModes,
  healthProblems,
  repositoryHealthStatuses,
} from './repository.js';
export type { SearchReach } from './search/search-reach.js';
export { type FoundArtifact, type FoundFile, type SearchResult, searchTypes } from './search/search-result.js';
export {
  defaultSearchLimit,
  maxSearchLimit,
  maxSearchQueryLength,
  relevance,
  wordsOfOrganization,
  wordsOfQuery,
  wordsOfRepository,
} from './search/search-words.js';
export type { GivenAddress } from './storage-connections/bucket-address.js';
export {
  accessKeyIdPattern,
  authMethods,
  bucketNamePattern,
  kmsKeyIdPattern,
  maxEndpointLength,
  maxPrefixLength,
  regionPattern,
  roleArnPattern,
  secretAccessKeyPattern,
  storageClassPattern,
} from './storage-connections/connection-fields.js';
export {
  type BucketAccess,
  type BucketAddress,
  type BucketCapabilities,
  type CheckOutcome,
  type ConnectionCheck,
  connectionChecks,
  type ConnectionFault,
  connectionFaults,
  type ConnectionHealth,
  type ConnectionScope,
  connectionScopes,
  type StorageConnection,
  type StorageProvider,
  storageProviders,
} from './storage-connections/storage-connection.js';
export type { Snapshot, SnapshotCapture, SnapshotFile } from './snapshots/snapshot.js';
export type { MeasuredGroup, StorageGroup } from './storage-group.js';
export type { Damage, DamageProblem, Stored } from './integrity/damage.js';
export type { BrokenRule, CounterDifference, Finding, FindingKind, FindingPlace } from './integrity/finding.js';
export type { DeletedRepository, DeletedRepositoryChange } from './deleted-repository.js';
export { type ApiToken, maxTokenLifetimeDays, prefixOfTokenKind, type TokenKind, tokenKinds } from './api-token.js';
export { maxPartsPerCall, type PartLimits, type PartPlan } from './uploads/part-plan.js';
export {
  type HeldByRepository,
  lfsStagingGraceMs,
  maxLfsLookDelayMs,
  maxMultipartSessionMs,
  type ObjectParts,
  reservationHoldMs,
  type ResizedUpload,
  stagingGraceMs,
  type UploadObject,
  type UploadObjectState,
  type UploadSession,
  type UploadSessionKind,
  uploadSessionLifetimeMs,
  type UploadSessionStatus,
  uploadSessionStatuses,
} from './uploads/upload-session.js';
export type { BillingPeriod } from './usage/billing-period.js';
export type { Forecast } from './usage/forecast.js';
export {
  type CountedDownloads,
  type DownloadBatch,
  type ObjectDownloads,
  type RepositoryEgress,
  seriesDays,
  type SeriesValues,
  type TrafficDay,
} from './usage/traffic.js';
export type {
  LedgerEntry,
  LedgerReason,
  ManagedUsage,
  OrganizationUsage,
  QuotaLevel,
  QuotaStanding,
  RepositoryTotals,
  RepositoryUsage,
  UsageByDay,
  UsageDay,
} from './usage/usage.js';
export { type GitId, type GitObjectFormat, gitObjectFormats, isGitId } from './git-index/git-id.js';
export {
  type CommitProgress,
  type CompleteIndex,
  type FinalizedIndex,
  type GitDeletion,
  type GitIndex,
  type GitObject,
  type GitRename,
  type GitUse,
  type HeldChange,
  type IndexedCommit,
  type IndexedCommitDetails,
  type IndexSession,
  newGitIndex,
  type OddTree,
  type PathTreeRoot,
  type PendingCommit,
  type PendingFolder,
} from './git-index/git-index.js';
export {
  type GitFolder,
  type GitPath,
  gitPathOfBytes,
  gitPathOfText,
  bytesOfGitPath,
  folderOfGitPath,
  nameOfGitPath,
  textOfGitPath,
} from './git-index/git-path.js';
export {
  type GitRef,
  type GitRefName,
  type GitTag,
  type GitTip,
  type RefTarget,
  isGitRefName,
  isTagName,
  maxRefNameBytes,
  maxRefNameLength,
  maxTagNotesLength,
  type TagName,
} from './git-index/git-ref.js';
export type { Release, ReleaseNotes } from './git-index/release.js';
export { type GitSignature, parseGitSignature } from './git-index/git-signature.js';
export { type ShownCommit, subjectOf } from './git-index/shown-commit.js';
export type { FileTypes, LatestRelease, RepositoryOverview, SizedType } from './git-index/repository-overview.js';
export type { ChangeStatus, ChangeTotals, CountedChanges, FormerPath, ShownChange } from './git-index/shown-change.js';
export type { ShownFile, ShownPath } from './git-index/shown-path.js';
export { type FileMode, type FolderTotals, isFileMode } from './git-index/path-entry.js';
export { maxEmailLength, parseMailAddress } from './users/email.js';
export type { Session } from './users/session.js';
export { type Identity, type UserStatus, userStatuses } from './users/user.js';
export { trusted } from './values/brand.js';
export { addByteCounts, GIB, isByteCount, KIB, MIB } from './values/byte-count.js';
export { type ChunkName, isContentName, type MapName, type PackName } from './values/content-name.js';
export {
  type AnyId,
  type DeliveryId,
  type GraphEdgeId,
  idPattern,
  type IndexSessionId,
  type InvitationId,
  isId,
  type LockId,
  type NotificationId,
  type OrganizationId,
  type QueuedMailId,
  type RepositoryId,
  type SnapshotId,
  type StorageConnectionId,
  type StorageGroupId,
  type TokenId,
  type SessionId,
  type UploadSessionId,
  type UserId,
  type WebhookId,
} from './values/ids.js';
export { beyondSchedule, type Day, DAY_MS, dayOf, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from './values/instant.js';
export {
  blobOfBlockNames,
  blockNamesKey,
  isObjectKey,
  isStagingKey,
  connectionOf,
  namespaceOf,
  type ObjectKey,
  objectKey,
  oidOfBlob,
  oidOfObjectKey,
  stagingKey,
  type StorageNamespace,
} from './values/object-key.js';
export { oidPattern } from './values/oid.js';
export { printableLine, printableText, withoutUnprintable } from './values/printable.js';
export { defaultPageLimit, maxPageLimit, type Page, type PageRequest } from './values/page.js';
export { slugPattern } from './values/slug.js';
export {
  type AssembledKey,
  foldersAbove,
  frozenManifestAt,
  isTreePath,
  manifestPath,
  mapPath,
  packPath,
  parseAssembledKey,
  treeFileKind,
  treeKey,
  type TreePath,
} from './values/tree-path.js';
export {
  type AttemptOutcome,
  type Delivery,
  type DeliveryFault,
  deliveryFaults,
  maxWebhookUrlLength,
  type Webhook,
  type WebhookEvent,
  webhookEvents,
} from './webhook.js';
