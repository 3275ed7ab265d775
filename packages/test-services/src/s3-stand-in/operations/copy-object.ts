import type { StoredObject } from '../bucket.js';
import { bucketOf, type Call, isoDate, keyOf, type Perform, quoted } from '../call.js';
import { type Checksum, checksumAlgorithm, checksumElement, digestOf, hashDigest } from '../checksums.js';
import type { Content } from '../content.js';
import { copySource } from '../copy-source.js';
import { etagOf } from '../etag.js';
import { checkWrite } from '../preconditions.js';
import { S3Error } from '../s3-error.js';
import { headerOf } from '../s3-request.js';
import { storedFields } from '../stored-fields.js';
import { s3Namespace, xmlDocument } from '../xml.js';

const maxCopyBytes = 5 * 1024 ** 3;

/** What is known of the copy's bytes: they are read again, for an object out of parts has no MD5 of its own. */
const examine = async (call: Call, source: StoredObject): Promise<{ md5: Buffer; checksum: Checksum | undefined }> => {
  const named = headerOf(call.request, 'x-amz-checksum-algorithm');
  const algorithm = named === undefined ? undefined : checksumAlgorithm(named);
  const [md5, digest] = [hashDigest('md5'), algorithm === undefined ? undefined : digestOf(algorithm)];
  const { sizeBytes } = source.content;
  if (sizeBytes > 0) {
    for await (const piece of source.content.read(0, sizeBytes - 1)) {
      md5.update(piece);
      digest?.update(piece);
    }
  }
  if (algorithm === undefined || digest === undefined || call.world.tells('copy_checksum')) {
    return { md5: md5.digest(), checksum: source.checksum };
  }
  return { md5: md5.digest(), checksum: { algorithm, value: digest.digest().toString('base64'), type: 'FULL_OBJECT' } };
};

const held = (content: Content): Content => {
  content.hold();
  return content;
};

export const copyObject: Perform = async (call) => {
  const { world, request } = call;
  const [bucket, key, source] = [bucketOf(call), keyOf(call), copySource(call)];
  const replacing = headerOf(request, 'x-amz-metadata-directive') === 'REPLACE';
  const algorithm = headerOf(request, 'x-amz-checksum-algorithm');
  if (source.content.sizeBytes > maxCopyBytes) {
    throw new S3Error(
      'InvalidRequest',
      'The specified copy source is larger than the maximum allowable size for a copy source: 5368709120',
    );
  }
  if (bucket.find(key) === source && !replacing && algorithm === undefined) {
    throw new S3Error(
      'InvalidRequest',
      'This copy request is illegal because it is trying to copy an object to itself without changing it.',
    );
  }
  checkWrite(call, bucket.find(key));
  const content = held(source.content);
  const { md5, checksum } = await examine(call, source);
  const [etag, storedAt] = [etagOf(world, md5), world.now()];
  try {
    checkWrite(call, bucket.find(key));
  } catch (error) {
    await content.release();
    throw error;
  }
  await bucket.put({ key, content, etag, storedAt, checksum, fields: replacing ? storedFields(request) : source.fields });
  const body = xmlDocument(
    'CopyObjectResult',
    [
      ['LastModified', isoDate(storedAt)],
      ['ETag', quoted(etag)],
      ...(checksum === undefined
        ? []
        : ([
            ['ChecksumType', checksum.type],
            [checksumElement(checksum.algorithm), checksum.value],
          ] as const)),
    ],
    s3Namespace,
  );
  return { status: 200, body };
};
