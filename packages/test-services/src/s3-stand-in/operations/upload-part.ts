import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartUpload, StoredPart } from '../bucket.js';
import { type Call, isoDate, type Perform, quoted } from '../call.js';
import { checksumFields, hashDigest } from '../checksums.js';
import { type Content, contentOf } from '../content.js';
import { copySource } from '../copy-source.js';
import { etagOf } from '../etag.js';
import { receiveBody } from '../receive-body.js';
import { S3Error } from '../s3-error.js';
import { headerOf, parameterOf } from '../s3-request.js';
import { s3Namespace, xmlDocument } from '../xml.js';
import { uploadOf } from './multipart-upload.js';

const maxParts = 10_000;

const partNumberOf = ({ request }: Call): number => {
  const text = parameterOf(request, 'partNumber') ?? '';
  const partNumber = Number(text);
  if (!/^\d{1,5}$/.test(text) || partNumber < 1 || partNumber > maxParts) {
    throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
  }
  return partNumber;
};

/** In place of the one that has its number, unless the upload is over by now. */
const keep = async (call: Call, upload: MultipartUpload, part: StoredPart): Promise<void> => {
  try {
    uploadOf(call);
  } catch (error) {
    await part.content.release();
    throw error;
  }
  const before = upload.parts.get(part.partNumber);
  upload.parts.set(part.partNumber, part);
  await before?.content.release();
};

export const uploadPart: Perform = async (call) => {
  const { world, request, signature } = call;
  const [upload, partNumber] = [uploadOf(call), partNumberOf(call)];
  const { content, md5, checksum } = await receiveBody(world, request, signature);
  await keep(call, upload, { partNumber, content, md5, checksum, storedAt: world.now() });
  return { status: 200, headers: { etag: quoted(etagOf(world, md5)), ...checksumFields(checksum) } };
};

const spanOf = (call: Call, sizeBytes: number): { first: number; last: number } => {
  const field = headerOf(call.request, 'x-amz-copy-source-range');
  if (field === undefined) return { first: 0, last: sizeBytes - 1 };
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(field) ?? [];
  if (first === undefined || last === undefined || Number(first) > Number(last) || Number(last) >= sizeBytes) {
    throw new S3Error(
      'InvalidArgument',
      'The x-amz-copy-source-range value must be of the form bytes=first-last and inside of the source',
    );
  }
  return { first: Number(first), last: Number(last) };
};

const copied = async (call: Call, source: Content): Promise<{ content: Content; md5: Buffer }> => {
  const { first, last } = spanOf(call, source.sizeBytes);
  const [path, md5] = [join(call.world.folder, randomUUID()), hashDigest('md5')];
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    if (last < first) return;
    for await (const piece of source.read(first, last)) {
      md5.update(piece);
      yield piece;
    }
  };
  await pipeline(bytes, createWriteStream(path));
  return { content: contentOf([{ path, sizeBytes: last - first + 1 }]), md5: md5.digest() };
};

export const uploadPartCopy: Perform = async (call) => {
  const { world } = call;
  const [upload, partNumber] = [uploadOf(call), partNumberOf(call)];
  const { content, md5 } = await copied(call, copySource(call).content);
  const storedAt = world.now();
  await keep(call, upload, { partNumber, content, md5, checksum: undefined, storedAt });
  const body = xmlDocument(
    'CopyPartResult',
    [
      ['LastModified', isoDate(storedAt)],
      ['ETag', quoted(etagOf(world, md5))],
    ],
    s3Namespace,
  );
  return { status: 200, body };
};
