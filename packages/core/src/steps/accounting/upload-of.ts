import { storageModeOf } from '../../model/repository.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { ByteCount, Instant } from '../../model/values/index.js';
import type { CountedUpload } from '../../ports/records/usage-records.js';

/** Bytes that a session has brought, as usage counts them. */
export const uploadOf = (
  { organizationId, repositoryId, namespace }: UploadSession,
  bytes: ByteCount,
  at: Instant,
): CountedUpload => ({ organizationId, repositoryId, storageMode: storageModeOf(namespace), bytes, at });
