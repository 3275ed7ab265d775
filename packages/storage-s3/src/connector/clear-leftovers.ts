import { connectionOf, isObjectKey } from '@svc/core/model';
import type { Bucket } from '../bucket.js';
import { type OnUnavailable, reasonOf } from '../classify-error.js';
import { isOwnName, removeLeftovers, safeAges, type UploadsPlace } from '../leftovers.js';
import { listOne } from '../list-objects.js';
import { privateFolder } from '../promote-object.js';
import { S3Fault } from '../s3-fault.js';

/** Below the prefix, which may be empty, a customer's own programs may upload too, into folders of these names as well; the ids there are the service's. */
const places: readonly UploadsPlace[] = [
  { start: 'connections/', isOwn: (key) => isObjectKey(key) && connectionOf(key) !== undefined },
  { start: `${privateFolder}/`, isOwn: isOwnName },
];

/** `removeLeftovers` in a customer's bucket. Nobody waits for it: what cannot be removed now is told to `onUnavailable`, and left for the next day. */
export const clearLeftovers = async (bucket: Bucket, onUnavailable: OnUnavailable): Promise<void> => {
  try {
    // What time it is there is known by an answer.
    await listOne(bucket);
    await removeLeftovers(bucket, safeAges(bucket.clock.bucketNow()), places);
  } catch (thrown) {
    // A server may refuse what it does not know, and a hostile one can make a parser throw anything: neither is a bug of ours.
    if (thrown instanceof S3Fault && thrown.kind === 'unavailable') onUnavailable(reasonOf(thrown));
  }
};
