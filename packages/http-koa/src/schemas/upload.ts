import type { AuthorizationEntry } from '@svc/core';
import { maxObjectNameLength, printableLine, type UploadSession, uploadSessionStatuses } from '@svc/core/model';
import { z } from 'zod';
import { aboveSinglePut, objectErrorSchema } from './object-error.js';
import { byteCount, count, oid, timestamp, timestampOf, uuid } from './fields.js';

/** A file name or a path, by which people find the object: one line. It addresses nothing. */
export const objectName = z.string().min(1).max(maxObjectNameLength).regex(printableLine);

export const uploadSessionSchema = z.strictObject({
  id: uuid,
  repository_id: uuid,
  user_id: uuid,
  expected_objects: count.optional(),
  uploaded_objects: count.meta({ description: 'Completed in it, with those that the repository had already' }),
  uploaded_bytes: count.meta({
    description:
      'What these objects come to: also those of which no bytes were needed, which `uploaded_bytes` of `usage` does not count',
  }),
  status: z.enum(uploadSessionStatuses),
  created_at: timestamp,
  expires_at: timestamp,
  active_at: timestamp,
});

export const uploadSessionReply = z.strictObject({ session: uploadSessionSchema });
export const uploadSessionsReply = z.strictObject({ sessions: z.array(uploadSessionSchema) });
export const finalizedSessionReply = z.strictObject({ session: uploadSessionSchema, generation: count });

export const openUploadBody = z.strictObject({ expected_objects: byteCount.optional() });
export const authorizeUploadsBody = z.strictObject({
  objects: z.array(z.strictObject({ oid, size: byteCount, name: objectName.optional() })),
});
export const completeUploadBody = z.strictObject({ size: byteCount });

/** How an object is cut into parts: all but the last are of this size. */
const partsSchema = z.strictObject({ part_size: count, count });

/** Spec 2.4; or the parts in which the object comes, since it is larger than one URL takes; or that it is there; or why it can come in no way. */
const uploadAuthorizationSchema = z.union([
  z.strictObject({
    oid: z.string(),
    size: count,
    upload_url: z.string(),
    storage_key: z.string(),
    expires_in: count,
  }),
  z.strictObject({ oid: z.string(), size: count, storage_key: z.string(), parts: partsSchema }),
  z.strictObject({
    oid: z.string(),
    size: count,
    storage_key: z.string(),
    stored: z.literal(true).meta({
      description: 'The repository has the object already: no bytes of it are needed. Completing it counts it into the session',
    }),
  }),
  z.strictObject({ oid: z.string(), size: count, error: objectErrorSchema }),
]);

export const uploadAuthorizationsReply = z.strictObject({ objects: z.array(uploadAuthorizationSchema) });

export const uploadSessionView = (session: UploadSession) => ({
  id: session.id,
  repository_id: session.repositoryId,
  user_id: session.userId,
  expected_objects: session.expectedObjects,
  uploaded_objects: session.uploadedObjects,
  uploaded_bytes: session.uploadedBytes,
  status: session.status,
  created_at: timestampOf(session.createdAt),
  expires_at: timestampOf(session.expiresAt),
  active_at: timestampOf(session.activeAt),
});

export const uploadAuthorizationView = (entry: AuthorizationEntry) => {
  const { oid, sizeBytes: size } = entry;
  if ('maxSinglePutBytes' in entry) {
    return { oid, size, error: { code: 'payload_too_large' as const, message: aboveSinglePut(entry.maxSinglePutBytes) } };
  }
  const { storageKey: storage_key } = entry;
  if ('isStored' in entry) return { oid, size, storage_key, stored: entry.isStored };
  if ('parts' in entry) return { oid, size, storage_key, parts: { part_size: entry.parts.partBytes, count: entry.parts.count } };
  return { oid, size, upload_url: entry.uploadUrl, storage_key, expires_in: entry.expiresInSeconds };
};
