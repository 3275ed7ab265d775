import { isOid, type Oid } from '@svc/core';
import {
  type DeliveryId,
  type GraphEdgeId,
  type InvitationId,
  isTagName,
  isTreePath,
  type LockId,
  type NotificationId,
  type OrganizationId,
  oidPattern,
  type RepositoryId,
  type SessionId,
  type SnapshotId,
  type StorageConnectionId,
  type StorageGroupId,
  type TagName,
  type TokenId,
  type TreePath,
  type UploadSessionId,
  type UserId,
  type WebhookId,
} from '@svc/core/model';
import { z } from 'zod';
import { branded } from '../schemas/branded.js';
import { slug } from '../schemas/fields.js';
import { id } from '../schemas/id.js';

/** Spec, introduction: an organization is named by its UUID or its slug. */
const organizationReference = z.union([id<OrganizationId>(), slug]).meta({ description: 'UUID or slug of the organization' });

// The domain's own predicate decides; this is what can be said of it in a description.
const treePathPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*){0,7}$/;

/** Every parameter that a path may have, by the name that stands in its braces: its syntax is fixed once for all rows. */
export const pathParameters = {
  orgID: organizationReference,
  repoID: id<RepositoryId>(),
  userID: id<UserId>(),
  tokenID: id<TokenId>(),
  invID: id<InvitationId>(),
  connID: id<StorageConnectionId>(),
  groupID: id<StorageGroupId>(),
  sessionID: id<UploadSessionId>(),
  userSessionID: id<SessionId>(),
  lockID: id<LockId>(),
  snapshotID: id<SnapshotId>(),
  edgeID: id<GraphEdgeId>(),
  webhookID: id<WebhookId>(),
  deliveryID: id<DeliveryId>(),
  recID: z
    .string()
    .regex(/^[a-z0-9.-]{1,100}$/)
    .meta({ description: 'The `id` of a recommendation' }),
  sha: z.string().min(1).max(1024).meta({ description: 'The id of a commit, at least 7 digits of it, or a branch or a tag' }),
  tag: branded<TagName>(/^./s, isTagName).meta({
    description: 'The name of a tag without `refs/tags/`; its slashes are percent-encoded',
  }),
  /** Of a notification. */
  id: id<NotificationId>(),
  oid: branded<Oid>(oidPattern, isOid).meta({ description: 'SHA-256 of the object in lower-case hex' }),
  other: branded<Oid>(oidPattern, isOid).meta({ description: 'SHA-256 of the object that it is compared with' }),
  /** What a `*` at the end of a path stands for: decoded segments, joined by `/`. Below `lfs` they name a file of the chunk tree. */
  wildcard: z.string(),
  path: branded<TreePath>(treePathPattern, isTreePath).meta({
    description:
      'Path of a file in the chunk tree: at most 8 segments; the first is none of `finalize`, `locks`, `objects`, `transfers`, `verify`',
  }),
} as const;

export type PathParameterName = keyof typeof pathParameters;
