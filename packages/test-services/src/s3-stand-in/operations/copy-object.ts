import type { StoredObject } from '../bucket.js';
import { bucketOf, type Call, isoDate, keyOf, type Perform, quoted } from '../call.js';
import { type Checksum, checksumAlgorithm, checksumElement, digestOf, hashDigest } from '../checksums.js';
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

/** What a copy never takes over from its source. */
const ownFields = (call: Call): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(storedFields(call.request)).filter(([name]) => /^x-amz-(storage-class|server-side)/.test(name)),
  );

/** Refuses after the bytes have been read as well, for the key may have been written meanwhile. */
const copyContent = async (call: Call, source: StoredObject): Promise<StoredObject> => {
  const { world, request } = call;
  const [bucket, key, { content }] = [bucketOf(call), keyOf(call), source];
  const replacing = headerOf(request, 'x-amz-metadata-directive') === 'REPLACE';
  const fields = replacing ? storedFields(request) : { ...source.fields, ...ownFields(call) };
  checkWrite(call, bucket.find(key));
  content.hold();
  try {
    const { md5, checksum } = await examine(call, source);
    checkWrite(call, bucket.find(key));
    return { key, content, etag: etagOf(world, md5), storedAt: world.now(), checksum, fields };
  } catch (error) {
    await content.release();
    throw error;
  }
};

export const copyObject: Perform = async (call) => {
  const { request } = call;
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
  const copy = await copyContent(call, source);
  await bucket.put(copy);
  const { storedAt, etag, checksum } = copy;
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
