import {
  type ArtifactReference,
  type ArtifactReferences,
  maxComparedPerPage,
  referenceKinds,
  type SharingObject,
} from '@svc/core';
import { defaultPageLimit, maxPageLimit, type Page } from '@svc/core/model';
import { z } from 'zod';
import { indexedFields, notIndexed } from './browsing.js';
import { byteCount, count, timestamp, timestampOf, uuid } from './fields.js';
import { commitSchema, commitView } from './git-commits.js';
import { pathView } from './git-paths.js';
import { cursor, integerParameter, nextCursor } from './parameters.js';

type OfKind<Kind extends ArtifactReference['kind']> = Extract<ArtifactReference, { readonly kind: Kind }>;

export const keepingRef = z.strictObject({
  name: z.string().meta({ description: 'Full name of a branch or a tag' }),
  is_at_tip: z.boolean().meta({ description: 'Whether its commit has the object; otherwise one that lies behind it has' }),
});

export const keepingRefView = ({ name, isAtTip }: OfKind<'ref'>): z.input<typeof keepingRef> => ({ name, is_at_tip: isAtTip });

export const keepingCommit = commitSchema.extend({
  path: z.string().meta({ description: 'Where the commit has put it' }),
  path_base64: z
    .string()
    .optional()
    .meta({ description: 'The bytes in Base64 for URLs, where they are no UTF-8; the text beside them is then empty' }),
});

export const keepingCommitView = ({ commit, path }: OfKind<'commit'>): z.input<typeof keepingCommit> => ({
  ...commitView(commit),
  ...pathView(path),
});

export const keepingUpload = z.strictObject({
  id: uuid,
  kind: z.enum(['session', 'lfs']),
  created_at: timestamp,
  expires_at: timestamp,
});

export const keepingUploadView = ({ session }: OfKind<'upload'>): z.input<typeof keepingUpload> => ({
  id: session.id,
  kind: session.kind,
  created_at: timestampOf(session.createdAt),
  expires_at: timestampOf(session.expiresAt),
});

export const keepingSnapshot = z.strictObject({ id: uuid, name: z.string(), created_at: timestamp });

export const keepingSnapshotView = ({ snapshot }: OfKind<'snapshot'>): z.input<typeof keepingSnapshot> => ({
  id: snapshot.id,
  name: snapshot.name,
  created_at: timestampOf(snapshot.createdAt),
});

const reference = z.strictObject({
  kind: z.enum(referenceKinds),
  ref: keepingRef.optional(),
  commit: keepingCommit.optional(),
  upload: keepingUpload.optional(),
  snapshot: keepingSnapshot.optional(),
});

const referenceView = (given: ArtifactReference): z.input<typeof reference> => {
  switch (given.kind) {
    case 'ref':
      return { kind: given.kind, ref: keepingRefView(given) };
    case 'commit':
      return { kind: given.kind, commit: keepingCommitView(given) };
    case 'upload':
      return { kind: given.kind, upload: keepingUploadView(given) };
    case 'snapshot':
      return { kind: given.kind, snapshot: keepingSnapshotView(given) };
  }
};

export const referencesQuery = z.object({
  kind: z.enum(referenceKinds).optional(),
  limit: integerParameter({ minimum: 1, maximum: maxPageLimit, default: defaultPageLimit }),
  cursor: cursor.optional(),
});

export const referencesReply = z.strictObject({
  ...indexedFields,
  references: z
    .array(reference)
    .meta({ description: 'Branches and tags, then commits, the first ones first, then open upload sessions, then snapshots' }),
  next_cursor: nextCursor,
});

export const referencesView = ({ generation, references }: ArtifactReferences): z.input<typeof referencesReply> => ({
  ...(generation === undefined ? notIndexed : { indexed: true, generation }),
  references: references.items.map(referenceView),
  next_cursor: references.nextCursor,
});

export const sharingObject = z.strictObject({
  oid: z.string(),
  name: z.string().optional(),
  chunks: count
    .optional()
    .meta({ description: 'How many chunks of this object that one has; absent where the two differ in too many to be compared' }),
  bytes: byteCount.optional(),
});

export const sharingObjectView = ({ oid, name, shared }: SharingObject): z.input<typeof sharingObject> => ({
  oid,
  name,
  chunks: shared?.chunks,
  bytes: shared?.sizeBytes,
});

export const sharingQuery = z.object({
  limit: integerParameter({ minimum: 1, maximum: maxComparedPerPage, default: 10 }),
  cursor: cursor.optional(),
});

export const sharingReply = z.strictObject({
  shared_with: z.array(sharingObject).meta({ description: 'Of as many objects as the limit those that have chunks of this one' }),
  next_cursor: nextCursor,
});

export const sharingView = ({ items, nextCursor: next }: Page<SharingObject>): z.input<typeof sharingReply> => ({
  shared_with: items.map(sharingObjectView),
  next_cursor: next,
});
