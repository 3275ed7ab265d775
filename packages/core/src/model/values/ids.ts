import type { Brand } from './brand.js';

export type OrganizationId = Brand<string, 'OrganizationId'>;
export type RepositoryId = Brand<string, 'RepositoryId'>;
export type UserId = Brand<string, 'UserId'>;
export type TokenId = Brand<string, 'TokenId'>;
/** Of a session that a user signs in with, not of one of uploads. */
export type SessionId = Brand<string, 'SessionId'>;
export type UploadSessionId = Brand<string, 'UploadSessionId'>;
/** Of an upload to the Git index. */
export type IndexSessionId = Brand<string, 'IndexSessionId'>;
/** Of an edge of the lineage graph. */
export type GraphEdgeId = Brand<string, 'GraphEdgeId'>;
export type LockId = Brand<string, 'LockId'>;
export type SnapshotId = Brand<string, 'SnapshotId'>;
export type StorageConnectionId = Brand<string, 'StorageConnectionId'>;
export type StorageGroupId = Brand<string, 'StorageGroupId'>;
export type WebhookId = Brand<string, 'WebhookId'>;
export type DeliveryId = Brand<string, 'DeliveryId'>;
export type NotificationId = Brand<string, 'NotificationId'>;
export type QueuedMailId = Brand<string, 'QueuedMailId'>;
export type InvitationId = Brand<string, 'InvitationId'>;

export type AnyId =
  | OrganizationId
  | RepositoryId
  | UserId
  | TokenId
  | SessionId
  | UploadSessionId
  | IndexSessionId
  | GraphEdgeId
  | LockId
  | SnapshotId
  | StorageConnectionId
  | StorageGroupId
  | WebhookId
  | DeliveryId
  | NotificationId
  | QueuedMailId
  | InvitationId;

/** Lower-case UUID, the only spelling of an id inside of the service and in what it answers. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isId = <Id extends AnyId>(text: string): text is Id => idPattern.test(text);
