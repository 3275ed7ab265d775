import type { Operation } from './options.js';
import { hasParameter, headerOf, parameterOf, type S3Request } from './s3-request.js';

/** Parameters that say which part of a bucket or an object is meant; those that no operation here knows are refused. */
const subresources = [
  'accelerate', 'acl', 'analytics', 'attributes', 'cors', 'encryption', 'inventory', 'legal-hold', 'lifecycle', 'location', 'logging',
  'metrics', 'notification', 'object-lock', 'ownershipControls', 'policy', 'policyStatus', 'publicAccessBlock', 'replication',
  'requestPayment', 'restore', 'retention', 'select', 'tagging', 'torrent', 'uploadId', 'uploads', 'versionId', 'versioning', 'versions',
  'website', 'delete',
]; // prettier-ignore

const ofBucket: Readonly<Record<string, Operation>> = {
  'PUT ': 'CreateBucket',
  'HEAD ': 'HeadBucket',
  'DELETE ': 'DeleteBucket',
  'GET location': 'GetBucketLocation',
  'GET uploads': 'ListMultipartUploads',
  'POST delete': 'DeleteObjects',
};

const ofObject: Readonly<Record<string, Operation>> = {
  'PUT ': 'PutObject',
  'GET ': 'GetObject',
  'HEAD ': 'HeadObject',
  'DELETE ': 'DeleteObject',
  'POST uploads': 'CreateMultipartUpload',
  'PUT uploadId': 'UploadPart',
  'GET uploadId': 'ListParts',
  'POST uploadId': 'CompleteMultipartUpload',
  'DELETE uploadId': 'AbortMultipartUpload',
};

const copying: Partial<Record<Operation, Operation>> = { PutObject: 'CopyObject', UploadPart: 'UploadPartCopy' };

/** Which operation a request asks for; undefined for one that is not here. */
export const operationOf = (request: S3Request): Operation | undefined => {
  if (request.bucket === undefined) return request.method === 'POST' ? 'AssumeRole' : undefined;
  const subresource = subresources.filter((name) => hasParameter(request, name)).join(' ');
  const asked = `${request.method} ${subresource}`;
  if (request.key === undefined) {
    return asked === 'GET ' && parameterOf(request, 'list-type') === '2' ? 'ListObjectsV2' : ofBucket[asked];
  }
  const operation = ofObject[asked];
  const copies = headerOf(request, 'x-amz-copy-source') !== undefined;
  return operation !== undefined && copies ? (copying[operation] ?? operation) : operation;
};
