import type { MultipartUpload, StoredPart } from '../bucket.js';
import { bucketOf, type Call, type Perform, quoted, receiveDocument } from '../call.js';
import { type Checksum, checksumElement, digestOf } from '../checksums.js';
import { contentOf } from '../content.js';
import { etagOf, multipartEtag } from '../etag.js';
import { childrenOf, type ParsedElement, parseXml, textOf } from '../parse-xml.js';
import { checkWrite } from '../preconditions.js';
import { S3Error } from '../s3-error.js';
import { headerOf } from '../s3-request.js';
import { s3Namespace, xmlDocument } from '../xml.js';
import { uploadOf } from './multipart-upload.js';

const invalidPart = (): S3Error =>
  new S3Error(
    'InvalidPart',
    "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
  );

/** The part that an element of the request names, by its number, its ETag and, where the upload has them, its checksum. */
const namedPart = (call: Call, upload: MultipartUpload, element: ParsedElement): StoredPart => {
  const part = upload.parts.get(Number(textOf(element, 'PartNumber')));
  const etag = (textOf(element, 'ETag') ?? '').replace(/^"|"$/g, '');
  if (part === undefined || etag !== etagOf(call.world, part.md5)) throw invalidPart();
  const checksum = upload.algorithm === undefined ? undefined : textOf(element, checksumElement(upload.algorithm));
  if (upload.algorithm !== undefined && checksum === undefined) {
    throw new S3Error(
      'InvalidRequest',
      `The upload was created using a ${upload.algorithm} checksum. The complete request must include the checksum for each part.`,
    );
  }
  if (checksum !== part.checksum?.value && checksum !== undefined) throw invalidPart();
  return part;
};

const namedParts = (call: Call, upload: MultipartUpload, document: ParsedElement): readonly StoredPart[] => {
  const elements = childrenOf(document, 'Part');
  if (document.name !== 'CompleteMultipartUpload' || elements.length === 0) {
    throw new S3Error(
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    );
  }
  const numbers = elements.map((element) => Number(textOf(element, 'PartNumber')));
  if (numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0))) {
    throw new S3Error(
      'InvalidPartOrder',
      'The list of parts was not in ascending order. The parts list must be specified in order by part number.',
    );
  }
  const parts = elements.map((element) => namedPart(call, upload, element));
  if (parts.slice(0, -1).some(({ content }) => content.sizeBytes < call.world.minPartBytes)) {
    throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  }
  return parts;
};

/** The checksum of the parts' checksums. */
const compositeChecksum = (upload: MultipartUpload, parts: readonly StoredPart[]): Checksum | undefined => {
  if (upload.algorithm === undefined) return undefined;
  const digest = digestOf(upload.algorithm);
  for (const { checksum } of parts) digest.update(Buffer.from(checksum?.value ?? '', 'base64'));
  return { algorithm: upload.algorithm, value: `${digest.digest().toString('base64')}-${parts.length}`, type: 'COMPOSITE' };
};

export const completeMultipartUpload: Perform = async (call) => {
  const { world, request } = call;
  const document = parseXml(await receiveDocument(call));
  const [bucket, upload] = [bucketOf(call), uploadOf(call)];
  const parts = namedParts(call, upload, document);
  const content = contentOf(parts.flatMap((part) => part.content.files));
  const declared = headerOf(request, 'x-amz-mp-object-size');
  if (declared !== undefined && Number(declared) !== content.sizeBytes) {
    throw new S3Error('InvalidRequest', 'The provided x-amz-mp-object-size header does not match what was uploaded.');
  }
  checkWrite(call, bucket.find(upload.key));
  const [etag, checksum] = [multipartEtag(world, parts), compositeChecksum(upload, parts)];
  bucket.uploads.delete(upload.id);
  await bucket.put({ key: upload.key, content, etag, storedAt: world.now(), fields: upload.fields, checksum });
  const unused = [...upload.parts.values()].filter((part) => !parts.includes(part));
  for (const part of unused) await part.content.release();
  const body = xmlDocument(
    'CompleteMultipartUploadResult',
    [
      ['Location', `/${request.bucket ?? ''}/${upload.key}`],
      ['Bucket', request.bucket ?? ''],
      ['Key', upload.key],
      ['ETag', quoted(etag)],
      ...(checksum === undefined
        ? []
        : ([
            [checksumElement(checksum.algorithm), checksum.value],
            ['ChecksumType', checksum.type],
          ] as const)),
    ],
    s3Namespace,
  );
  return { status: 200, body };
};
