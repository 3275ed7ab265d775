import type { UploadObject, UploadSession } from '@svc/core/model';
import type { Selectable } from 'kysely';
import { oidFromBinary } from '../codec.js';
import type { Schema } from '../schema.js';

export const sessionOf = (row: Selectable<Schema['upload_sessions']>): UploadSession => ({
  id: row.id,
  kind: row.kind,
  repositoryId: row.repository_id,
  organizationId: row.organization_id,
  namespace: row.namespace,
  userId: row.user_id,
  expectedObjects: row.expected_objects ?? undefined,
  uploadedObjects: row.uploaded_objects,
  uploadedBytes: row.uploaded_bytes,
  status: row.status,
  generation: row.generation ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  activeAt: row.active_at ?? row.created_at,
});

type ObjectRow = Selectable<Schema['upload_objects']>;
type OptionalColumn = 'part_bytes' | 'upload_id' | 'name' | 'artifact_type' | 'larger_until' | 'is_refused' | 'refused_version';

/** Objects that come in parts have their columns, and names; those of LFS sessions never do. */
export const uploadObjectOf = (
  row: Omit<ObjectRow, 'session_id' | OptionalColumn> & Partial<Pick<ObjectRow, OptionalColumn>>,
): UploadObject => ({
  oid: oidFromBinary(row.oid),
  sizeBytes: row.size_bytes,
  reservedBytes: row.reserved_bytes,
  state: row.state,
  ...(typeof row.name === 'string' && { name: row.name }),
  ...(typeof row.artifact_type === 'string' && { type: row.artifact_type }),
  ...(typeof row.part_bytes === 'number' && { parts: { partBytes: row.part_bytes, uploadId: row.upload_id ?? undefined } }),
});
