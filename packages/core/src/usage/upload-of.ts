import type { CountedUpload } from '../ports/records/usage-records.js';
import { storageModeOf } from '../repositories/repository.js';
import type { UploadSession } from '../uploads/upload-session.js';
import type { ByteCount, Instant } from '../values/index.js';

/** Bytes that a session has brought, as usage counts them. */
export const uploadOf = (
  { organizationId, repositoryId, namespace }: UploadSession,
  bytes: ByteCount,
  at: Instant,
): CountedUpload => ({ organizationId, repositoryId, storageMode: storageModeOf(namespace), bytes, at });
