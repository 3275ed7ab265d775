import type { PartAuthorization, MultipartUpload } from '@svc/core';
import { maxPartsPerCall } from '@svc/core/model';
import { z } from 'zod';
import { count } from './fields.js';

/** Counted from 1. Stores take 10,000 parts at most. */
const partNumber = z.int({ abort: true }).min(1, { abort: true }).max(10_000, { abort: true });

export const presignPartsBody = z.strictObject({ part_numbers: z.array(partNumber).min(1).max(maxPartsPerCall) });

export const partAuthorizationsReply = z.strictObject({
  parts: z.array(z.strictObject({ part_number: partNumber, size: count, upload_url: z.string(), expires_in: count })),
});

export const multipartUploadReply = z.strictObject({
  part_size: count,
  count,
  uploaded: z.array(z.strictObject({ part_number: partNumber, size: count })),
});

export const partAuthorizationView = ({
  partNumber: part_number,
  sizeBytes,
  uploadUrl,
  expiresInSeconds,
}: PartAuthorization) => ({
  part_number,
  size: sizeBytes,
  upload_url: uploadUrl,
  expires_in: expiresInSeconds,
});

export const multipartUploadView = ({ partBytes, count: parts, uploaded }: MultipartUpload) => ({
  part_size: partBytes,
  count: parts,
  uploaded: uploaded.map(({ partNumber: part_number, sizeBytes }) => ({ part_number, size: sizeBytes })),
});
