import { bucketOf, keyOf, type Perform, quoted } from '../call.js';
import { checksumFields } from '../checksums.js';
import { etagOf } from '../etag.js';
import { checkWrite } from '../preconditions.js';
import { receiveBody } from '../receive-body.js';
import { storedFields } from '../stored-fields.js';

export const putObject: Perform = async (call) => {
  const { world, request, signature } = call;
  const [bucket, key] = [bucketOf(call), keyOf(call)];
  checkWrite(call, bucket.find(key));
  const { content, md5, checksum } = await receiveBody(world, request, signature);
  const etag = etagOf(world, md5);
  try {
    checkWrite(call, bucket.find(key));
  } catch (error) {
    await content.release();
    throw error;
  }
  await bucket.put({ key, content, etag, storedAt: world.now(), fields: storedFields(request), checksum });
  return { status: 200, headers: { etag: quoted(etag), ...checksumFields(checksum) } };
};
