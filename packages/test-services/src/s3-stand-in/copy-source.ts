import type { StoredObject } from './bucket.js';
import type { Call } from './call.js';
import { checkCopySource } from './preconditions.js';
import { S3Error } from './s3-error.js';
import { decodeUri, headerOf } from './s3-request.js';

/** The object that a request wants copied. */
export const copySource = (call: Call): StoredObject => {
  const named = decodeUri((headerOf(call.request, 'x-amz-copy-source') ?? '').replace(/\?versionId=.*$/, '')).replace(/^\//, '');
  const slash = named.indexOf('/');
  const bucket = call.world.buckets.get(named.slice(0, Math.max(slash, 0)));
  if (slash < 1 || named.length === slash + 1) {
    throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  }
  if (bucket === undefined) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
  const source = bucket.find(named.slice(slash + 1));
  if (source === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  checkCopySource(call, source);
  return source;
};
