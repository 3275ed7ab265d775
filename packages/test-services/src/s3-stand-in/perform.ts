import { authenticate } from './authenticate.js';
import type { Perform, Reply } from './call.js';
import { assumeRole } from './operations/assume-role.js';
import { createBucket, deleteBucket, getBucketLocation, headBucket } from './operations/buckets.js';
import { completeMultipartUpload } from './operations/complete-multipart-upload.js';
import { copyObject } from './operations/copy-object.js';
import { deleteObject, deleteObjects } from './operations/delete-objects.js';
import { getObject, headObject } from './operations/get-object.js';
import { listObjectsV2 } from './operations/list-objects.js';
import { listMultipartUploads, listParts } from './operations/list-parts.js';
import { abortMultipartUpload, createMultipartUpload } from './operations/multipart-upload.js';
import { putObject } from './operations/put-object.js';
import { uploadPart, uploadPartCopy } from './operations/upload-part.js';
import type { Operation } from './options.js';
import { S3Error } from './s3-error.js';
import type { S3Request } from './s3-request.js';
import type { World } from './world.js';

const performances: Readonly<Record<Exclude<Operation, 'AssumeRole'>, Perform>> = {
  AbortMultipartUpload: abortMultipartUpload,
  CompleteMultipartUpload: completeMultipartUpload,
  CopyObject: copyObject,
  CreateBucket: createBucket,
  CreateMultipartUpload: createMultipartUpload,
  DeleteBucket: deleteBucket,
  DeleteObject: deleteObject,
  DeleteObjects: deleteObjects,
  GetBucketLocation: getBucketLocation,
  GetObject: getObject,
  HeadBucket: headBucket,
  HeadObject: headObject,
  ListMultipartUploads: listMultipartUploads,
  ListObjectsV2: listObjectsV2,
  ListParts: listParts,
  PutObject: putObject,
  UploadPart: uploadPart,
  UploadPartCopy: uploadPartCopy,
};

/** Does what the request asks for, once its signature holds; throws what S3 refuses. */
export const perform = async (world: World, operation: Operation | undefined, request: S3Request): Promise<Reply> => {
  if (operation === 'AssumeRole') return assumeRole(world, request);
  const signature = authenticate(world, request, 's3');
  if (operation === undefined)
    throw new S3Error('NotImplemented', 'A header or parameter you provided implies functionality that is not here.');
  return performances[operation]({ world, request, signature });
};
