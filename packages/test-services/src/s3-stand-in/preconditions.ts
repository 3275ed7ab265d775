import type { StoredObject } from './bucket.js';
import type { Call } from './call.js';
import { S3Error } from './s3-error.js';
import { headerOf } from './s3-request.js';

const failed = (condition: string): S3Error =>
  new S3Error('PreconditionFailed', `At least one of the pre-conditions you specified did not hold: ${condition}`);

/** Whether a field that names ETags, or `*`, names this one. */
const names = (field: string, etag: string): boolean =>
  field
    .split(',')
    .map((item) => item.trim().replace(/^"|"$/g, ''))
    .some((item) => item === '*' || item === etag);

/** Refuses what would write over `existing` against the request's If-None-Match or If-Match. */
export const checkWrite = ({ world, request }: Call, existing: StoredObject | undefined): void => {
  if (world.tells('preconditions')) return;
  const [ifNoneMatch, ifMatch] = [headerOf(request, 'if-none-match'), headerOf(request, 'if-match')];
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new S3Error('NotImplemented', 'If-None-Match of a write can only be *.');
  }
  if (ifNoneMatch !== undefined && existing !== undefined) throw failed('If-None-Match');
  if (ifMatch === undefined) return;
  if (existing === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  if (!names(ifMatch, existing.etag)) throw failed('If-Match');
};

/** Refuses to copy from a source that is not, or still is, the one that the request names. */
export const checkCopySource = ({ world, request }: Call, source: StoredObject): void => {
  if (world.tells('preconditions')) return;
  const ifMatch = headerOf(request, 'x-amz-copy-source-if-match');
  const ifNoneMatch = headerOf(request, 'x-amz-copy-source-if-none-match');
  if (ifMatch !== undefined && !names(ifMatch, source.etag)) throw failed('x-amz-copy-source-If-Match');
  if (ifNoneMatch !== undefined && names(ifNoneMatch, source.etag)) throw failed('x-amz-copy-source-If-None-Match');
};

/** Whether the reader has the object already; refuses one that is not the one that it wants. */
export const readerHasIt = ({ world, request }: Call, object: StoredObject): boolean => {
  if (world.tells('preconditions')) return false;
  const [ifMatch, ifNoneMatch] = [headerOf(request, 'if-match'), headerOf(request, 'if-none-match')];
  if (ifMatch !== undefined && !names(ifMatch, object.etag)) throw failed('If-Match');
  return ifNoneMatch !== undefined && names(ifNoneMatch, object.etag);
};
