import { randomBytes } from 'node:crypto';
import type { MultipartUpload } from '../bucket.js';
import { bucketOf, type Call, keyOf, type Perform } from '../call.js';
import { checksumAlgorithm } from '../checksums.js';
import { S3Error } from '../s3-error.js';
import { headerOf, parameterOf } from '../s3-request.js';
import { storedFields } from '../stored-fields.js';
import { s3Namespace, xmlDocument } from '../xml.js';

export const uploadOf = (call: Call): MultipartUpload => {
  const upload = bucketOf(call).uploads.get(parameterOf(call.request, 'uploadId') ?? '');
  if (upload?.key !== keyOf(call)) {
    throw new S3Error(
      'NoSuchUpload',
      'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    );
  }
  return upload;
};

export const createMultipartUpload: Perform = async (call) => {
  const { world, request } = call;
  const [bucket, key, id] = [bucketOf(call), keyOf(call), randomBytes(24).toString('base64url')];
  const named = headerOf(request, 'x-amz-checksum-algorithm');
  const algorithm = named === undefined ? undefined : checksumAlgorithm(named);
  bucket.uploads.set(id, { id, key, startedAt: world.now(), fields: storedFields(request), algorithm, parts: new Map() });
  const body = xmlDocument(
    'InitiateMultipartUploadResult',
    [
      ['Bucket', request.bucket ?? ''],
      ['Key', key],
      ['UploadId', id],
    ],
    s3Namespace,
  );
  return { status: 200, body, ...(algorithm === undefined ? {} : { headers: { 'x-amz-checksum-algorithm': algorithm } }) };
};

export const abortMultipartUpload: Perform = async (call) => {
  const upload = uploadOf(call);
  bucketOf(call).uploads.delete(upload.id);
  for (const part of upload.parts.values()) await part.content.release();
  return { status: 204 };
};
