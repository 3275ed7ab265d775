export type { AddedUser } from './access/add-or-find-user.js';
export type { Authorize } from './access/authorization.js';
export type { RepositoryName } from './access/authorize.js';
export {
  type Granted,
  type OrganizationGrant,
  type ProviderSigned,
  type RepositoryFacts,
  type RepositoryGrant,
  type SignedDownload,
  type SignedIn,
  type SignedUpload,
  type VerifyLink,
} from './access/grant.js';
export type { IssuedSession } from './access/issue-session.js';
export { isIssuedSecret } from './access/token-secret.js';
export type { ListedSession } from './use-cases/users/sessions.js';
export { type Application, createApplication } from './application.js';
export { receiveBody, type UploadBody } from './blob-store/receive-body.js';
export { routingBlobStore } from './blob-store/routing-blob-store.js';
export { BlobCorrupted } from './blob-store/blob-corrupted.js';
export { isOfDamage } from './steps/integrity/is-of-damage.js';
export { verifyingBlobStore } from './blob-store/verifying-blob-store.js';
export {
  blockBytes,
  type BlockHasher,
  type BlockNamer,
  blockNamesBytes,
  createBlockNamer,
  groupsOf,
  hasBlockNames,
  isGroupSound,
  nameInGroup,
  type NamedObject,
  placeOfBlock,
  placeOfGroup,
} from './formats/block-names/block-names.js';
export { portableHasher } from './formats/hashing/portable-hasher.js';
export type { AppError, ErrorKind, ErrorOf } from './model/app-error.js';
export type { Organization } from './model/organizations/organization.js';
export type { Caller, Credential, Origin } from './model/permissions/caller.js';
export type { Repository } from './model/repository.js';
export type { User } from './model/users/user.js';
export { isOid, type Oid } from './model/values/oid.js';
export { isSlug, type Slug } from './model/values/slug.js';
export type { LinkKey, OrphanedSubscription, Ports, Settings } from './ports/ports.js';
export type { KeptDownload, OpenDownload } from './signed-urls/open-download.js';
export { attachmentNamed } from './signed-urls/attachment.js';
export {
  createUrlSigner,
  type OwnUrlSigner,
  type SignedUrlClaim,
  type SignedUrlUse,
  type UrlSignerOptions,
  verifySignedUrl,
} from './signed-urls/signed-url.js';
export type { FoundIndex } from './steps/git-history/index-findings.js';
export type { Artifacts } from './use-cases/artifacts/artifacts.js';
export type { ArtifactComparison, CompareArtifacts } from './use-cases/artifacts/compare-artifacts.js';
export { type ArtifactReference, type ReferenceKind, referenceKinds } from './steps/keepers/artifact-reference.js';
export type { ArtifactTimeline } from './use-cases/artifacts/artifact-timeline.js';
export type { ExplainedArtifact, KeptBy } from './use-cases/artifacts/get-artifact.js';
export type { ArtifactReferences, ListReferences } from './use-cases/artifacts/list-references.js';
export {
  type ListSharing,
  maxComparedPerPage,
  type SharedChunks,
  type SharingObject,
} from './use-cases/artifacts/shared-chunks.js';
export type { ListArtifacts, ListedArtifacts } from './use-cases/artifacts/list-artifacts.js';
export type { AuditLog } from './use-cases/audit-log.js';
export type { AuthorizedDownload, DownloadAuthorization } from './steps/objects/authorize-objects.js';
export type { Downloads } from './use-cases/downloads/downloads.js';
export type { Billing } from './use-cases/billing/billing.js';
export type { BillingOverview, BillingUsage, UsageAgainstLimit } from './use-cases/billing/get-billing.js';
export type { ChosenPlan } from './use-cases/billing/open-checkout.js';
export type { SwitchByosAddOn } from './use-cases/billing/switch-byos-add-on.js';
export type { BrowseTree, TreeListing } from './use-cases/browsing/browse-tree.js';
export type { Browsing } from './use-cases/browsing/browsing.js';
export type { CompareCommits, ComparedCommits } from './use-cases/browsing/compare-commits.js';
export type { FindCommit, FoundCommit } from './use-cases/browsing/find-commit.js';
export type { FileAt, FindFile, FoundFile } from './use-cases/browsing/find-file.js';
export type { ListedBranches, ShownBranch } from './use-cases/browsing/list-branches.js';
export type { CommitListing, ListCommits } from './use-cases/browsing/list-commits.js';
export type { ListVersions, ShownVersion, VersionListing } from './use-cases/browsing/list-versions.js';
export type { OverviewOfHistory } from './use-cases/browsing/overview.js';
export type { BrowsingError } from './use-cases/browsing/read-at.js';
export type { FinalizedTree, FinalizeTree } from './use-cases/chunk-tree/files/finalize-tree.js';
export type { EnclosedFile } from './use-cases/chunk-tree/files/receive-enclosed.js';
export type { RequestConversion } from './use-cases/chunk-tree/convert/request-conversion.js';
export type { KnownChunks, LookUpChunks } from './use-cases/chunk-tree/files/look-up-chunks.js';
export type { OpenTreeFile } from './use-cases/chunk-tree/files/read-tree-file.js';
export type { ReceivedTreeFile } from './use-cases/chunk-tree/files/receive-tree-file.js';
export type { RecordTransfer } from './use-cases/chunk-tree/files/record-transfer.js';
export type { Declared, Tree } from './use-cases/chunk-tree/tree.js';
export type { DeclareChunks } from './use-cases/chunk-tree/verify/eager-verifications.js';
export type { FinalizeIndex, RefUpdate } from './use-cases/git-index/finalize-index.js';
export type { GitIndexing } from './use-cases/git-index/git-index.js';
export type { IndexState } from './use-cases/git-index/index-state.js';
export type {
  DescribedObject,
  SentChange,
  SentContent,
  SentRawTree,
  SentTree,
  TakenTrees,
  TakeTrees,
} from './use-cases/git-index/sent-trees.js';
export type { SentCommit, TakeCommits, TakenCommits } from './use-cases/git-index/take-commits.js';
export type { Invitations } from './use-cases/invitations/invitations.js';
export type { InviteToOrganization } from './use-cases/invitations/invite-to-organization.js';
export type { InviteToRepository } from './use-cases/invitations/invite-to-repository.js';
export type { SentInvitation } from './use-cases/invitations/issue-invitation.js';
export type { RenewedInvitation } from './use-cases/invitations/renew-invitation.js';
export type {
  ActionLifetime,
  BatchTransfer,
  DownloadBatch,
  DownloadEntry,
  TreeEntry,
  UploadBatch,
  UploadEntry,
} from './use-cases/lfs/batch-entry.js';
export type { Lfs } from './use-cases/lfs/lfs.js';
export type { AddEdge, NamedNode } from './use-cases/lineage/add-edge.js';
export type { FoundNode } from './use-cases/lineage/find-nodes.js';
export type { Lineage } from './use-cases/lineage/lineage.js';
export type { Graph, ReadGraph, ShownEdge, ShownNode } from './use-cases/lineage/read-graph.js';
export type { WalkGraph } from './use-cases/lineage/walk-graph.js';
export type { Activities, ListActivity, ListRepositoryActivity } from './use-cases/list-activity.js';
export type { Search } from './use-cases/search.js';
export type { CreatedLock } from './use-cases/locks/create-lock.js';
export type { ListLocks, LocksByOwner } from './use-cases/locks/list-locks.js';
export type { Locks } from './use-cases/locks/locks.js';
export type { Unlock } from './use-cases/locks/unlock.js';
export type { CheckedStorage, CheckStorage } from './use-cases/integrity/check-storage.js';
export type { Inspected } from './use-cases/integrity/inspection.js';
export { createIntegrity, type Integrity } from './use-cases/integrity/integrity.js';
export type { ReadSubset } from './use-cases/integrity/read-subset.js';
export type { Scrubbed } from './use-cases/integrity/scrub.js';
export type { Maintenance } from './use-cases/maintenance/maintenance.js';
export type { ChangeRole } from './use-cases/members/change-role.js';
export type { Members } from './use-cases/members/members.js';
export type { Notifications } from './use-cases/notifications/notifications.js';
export type { Objects } from './use-cases/objects/objects.js';
export type { RemoveObject } from './use-cases/objects/remove-object.js';
export type { AddUser } from './use-cases/operator/add-user.js';
export type { EnsuredOwner, EnsureOwner } from './use-cases/operator/ensure-owner.js';
export type { EmailUnverified, UserReference } from './use-cases/operator/find-user.js';
export type { OfOrganization } from './use-cases/operator/list-everything.js';
export { createOperator, type Operator } from './use-cases/operator/operator.js';
export type { SetPlan } from './use-cases/operator/set-plan.js';
export type { CreateOrganization } from './use-cases/organizations/create-organization.js';
export type { Organizations } from './use-cases/organizations/organizations.js';
export type { UpdateOrganization } from './use-cases/organizations/update-organization.js';
export type { Recommendations } from './use-cases/recommendations/recommendations.js';
export type { EditRelease } from './use-cases/releases/edit-release.js';
export type { FoundRelease } from './use-cases/releases/get-release.js';
export type { ListedReleases } from './use-cases/releases/list-releases.js';
export type { Releases } from './use-cases/releases/releases.js';
export type { CreateRepository } from './use-cases/repositories/create-repository.js';
export type { ListedFolders } from './use-cases/repositories/list-folders.js';
export type { Repositories } from './use-cases/repositories/repositories.js';
export type { RepositoryHealth } from './use-cases/repositories/repository-health.js';
export type { SetMemberOutcome, SetRepositoryMember } from './use-cases/repositories/repository-members.js';
export type { MeasuredRepositoryUsage } from './use-cases/repositories/repository-usage.js';
export type { StorageSeriesDay } from './use-cases/repositories/storage-series.js';
export type { StorageSummary, Unreachable } from './use-cases/repositories/storage-summary.js';
export type { UpdateRepository } from './use-cases/repositories/update-repository.js';
export type { Mails } from './use-cases/send-next-mail.js';
export type { SignedTransfers } from './use-cases/signed-transfers/signed-transfers.js';
export type { CreatedSnapshot, CreateSnapshot } from './use-cases/snapshots/create-snapshot.js';
export type { ShownSnapshot, Snapshots } from './use-cases/snapshots/snapshots.js';
export type { GivenAccess } from './use-cases/storage-connections/bucket-access.js';
export type { UpdateConnection } from './use-cases/storage-connections/changed-connection.js';
export type { CreateConnection } from './use-cases/storage-connections/create-connection.js';
export { createOpenConnection, type OpenConnectionPorts } from './use-cases/storage-connections/open-connection.js';
export type { StorageConnections } from './use-cases/storage-connections/storage-connections.js';
export type { CreateGroup } from './use-cases/storage-groups/create-group.js';
export type { StorageGroups } from './use-cases/storage-groups/storage-groups.js';
export type { UpdateGroup } from './use-cases/storage-groups/update-group.js';
export type { CreatedToken, CreateToken } from './use-cases/tokens/create-token.js';
export type { Tokens } from './use-cases/tokens/tokens.js';
export type {
  AuthorizationEntry,
  AuthorizeObjects,
  MultipartAuthorization,
  StoredAlready,
  TooLargeForUrl,
  UploadAuthorization,
} from './use-cases/uploads/authorize-objects.js';
export type { CompleteUpload } from './use-cases/uploads/complete-upload.js';
export type { FinalizedUploadSession } from './use-cases/uploads/finalize-upload-session.js';
export type { MultipartUpload } from './use-cases/uploads/list-parts.js';
export type { ObjectInSession } from './use-cases/uploads/multipart-object.js';
export type { OpenedUploadSession, OpenUploadSession } from './use-cases/uploads/open-upload-session.js';
export type { PartAuthorization, PresignParts } from './use-cases/uploads/presign-parts.js';
export type { Uploads } from './use-cases/uploads/uploads.js';
export type { Dashboard, DashboardCounts, PlanLimit } from './use-cases/usage/dashboard.js';
export type { MeasuredOrganizationUsage, ModeUsage } from './use-cases/usage/organization-usage.js';
export type { SeriesDay } from './use-cases/usage/usage-series.js';
export type { Usage } from './use-cases/usage/usage.js';
export type { Me } from './use-cases/users/me.js';
export type { Users } from './use-cases/users/users.js';
export type { CreatedWebhook, CreateWebhook } from './use-cases/webhooks/create-webhook.js';
export type { DeliveredBatch } from './use-cases/webhooks/deliver-batch.js';
export type { DeliveryLease } from './use-cases/webhooks/lease-webhook.js';
export type { UpdateWebhook } from './use-cases/webhooks/update-webhook.js';
export type { Webhooks } from './use-cases/webhooks/webhooks.js';
