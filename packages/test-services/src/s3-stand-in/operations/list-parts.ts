import { compareKeys } from '../bucket.js';
import { bucketOf, type Call, isoDate, type Perform, quoted } from '../call.js';
import { checksumElement } from '../checksums.js';
import { etagOf } from '../etag.js';
import { S3Error } from '../s3-error.js';
import { parameterOf } from '../s3-request.js';
import { s3Namespace, xmlDocument, type XmlElement } from '../xml.js';
import { uploadOf } from './multipart-upload.js';

const mostEntries = 1000;

const numberOf = ({ request }: Call, name: string, otherwise: number): number => {
  const text = parameterOf(request, name) ?? String(otherwise);
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', `Provided ${name} not an integer or within integer range`);
  return Number(text);
};

export const listParts: Perform = async (call) => {
  const { world, request } = call;
  const upload = uploadOf(call);
  const [marker, limit] = [
    numberOf(call, 'part-number-marker', 0),
    Math.min(numberOf(call, 'max-parts', mostEntries), mostEntries),
  ];
  const rest = [...upload.parts.values()]
    .filter(({ partNumber }) => partNumber > marker)
    .sort((left, right) => left.partNumber - right.partNumber);
  const shown = rest.slice(0, limit);
  const content: XmlElement[] = [
    ['Bucket', request.bucket ?? ''],
    ['Key', upload.key],
    ['UploadId', upload.id],
    ['PartNumberMarker', marker],
    ['NextPartNumberMarker', shown.at(-1)?.partNumber ?? 0],
    ['MaxParts', limit],
    ['IsTruncated', rest.length > shown.length],
    ...shown.map(({ partNumber, content: { sizeBytes }, md5, checksum, storedAt }): XmlElement => [
      'Part',
      [
        ['PartNumber', partNumber],
        ['LastModified', isoDate(storedAt)],
        ['ETag', quoted(etagOf(world, md5))],
        ['Size', sizeBytes],
        ...(checksum === undefined ? [] : [[checksumElement(checksum.algorithm), checksum.value] as const]),
      ],
    ]),
  ];
  return { status: 200, body: xmlDocument('ListPartsResult', content, s3Namespace) };
};

export const listMultipartUploads: Perform = async (call) => {
  const { request } = call;
  const prefix = parameterOf(request, 'prefix') ?? '';
  const [keyMarker, idMarker] = [parameterOf(request, 'key-marker') ?? '', parameterOf(request, 'upload-id-marker')];
  const limit = Math.min(numberOf(call, 'max-uploads', mostEntries), mostEntries);
  const sorted = [...bucketOf(call).uploads.values()]
    .filter(({ key }) => key.startsWith(prefix))
    .sort(
      (left, right) => compareKeys(left.key, right.key) || left.startedAt - right.startedAt || compareKeys(left.id, right.id),
    );
  const marked = idMarker === undefined ? -1 : sorted.findIndex(({ id }) => id === idMarker);
  const rest = marked === -1 ? sorted.filter(({ key }) => compareKeys(key, keyMarker) > 0) : sorted.slice(marked + 1);
  const shown = rest.slice(0, limit);
  const content: XmlElement[] = [
    ['Bucket', request.bucket ?? ''],
    ['KeyMarker', keyMarker],
    ['UploadIdMarker', idMarker ?? ''],
    ['NextKeyMarker', shown.at(-1)?.key ?? ''],
    ['NextUploadIdMarker', shown.at(-1)?.id ?? ''],
    ['MaxUploads', limit],
    ['IsTruncated', rest.length > shown.length],
    ...shown.map(({ key, id, startedAt }): XmlElement => [
      'Upload',
      [
        ['Key', key],
        ['UploadId', id],
        ['Initiated', isoDate(startedAt)],
      ],
    ]),
  ];
  return { status: 200, body: xmlDocument('ListMultipartUploadsResult', content, s3Namespace) };
};
