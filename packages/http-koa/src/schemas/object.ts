import type { DownloadAuthorization } from '@svc/core';
import { artifactTypes, objectSorts, type StoredObject } from '@svc/core/model';
import { z } from 'zod';
import { errorMessage, noSuchObject } from '../endpoint/error-message.js';
import { count, oid, timestamp, timestampOf, uuid } from './fields.js';
import { objectErrorSchema } from './object-error.js';
import { nextCursor, pageQuery } from './parameters.js';

export const objectSchema = z.strictObject({
  oid: z.string(),
  name: z.string().optional(),
  type: z.enum(artifactTypes),
  size: count,
  physical_size: count,
  uploaded_by: uuid,
  created_at: timestamp,
});

export const objectsReply = z.strictObject({ objects: z.array(objectSchema), next_cursor: nextCursor });
export const objectsQuery = pageQuery.extend({ sort: z.enum(objectSorts).default('recent') });

export const objectView = ({ oid, name, type, sizeBytes, physicalBytes, uploadedBy, createdAt }: StoredObject) => ({
  oid,
  name,
  type,
  size: sizeBytes,
  physical_size: physicalBytes,
  uploaded_by: uploadedBy,
  created_at: timestampOf(createdAt),
});

export const authorizeDownloadsBody = z.strictObject({
  objects: z.array(z.strictObject({ oid })),
});

const downloadAuthorizationSchema = z.union([
  z.strictObject({ oid: z.string(), size: count, download_url: z.string(), expires_in: count }),
  z.strictObject({ oid: z.string(), error: objectErrorSchema }),
]);

export const downloadAuthorizationsReply = z.strictObject({ objects: z.array(downloadAuthorizationSchema) });

export const downloadAuthorizationView = (entry: DownloadAuthorization) =>
  'error' in entry
    ? { oid: entry.oid, error: { code: entry.error.kind, message: errorMessage(entry.error, { sought: noSuchObject }) } }
    : {
        oid: entry.oid,
        size: entry.sizeBytes,
        download_url: entry.downloadUrl,
        expires_in: entry.expiresInSeconds,
      };
