import type { StoredObject } from '../bucket.js';
import { bucketOf, type Call, isoDate, type Perform, quoted } from '../call.js';
import { compareKeys } from '../bucket.js';
import { S3Error } from '../s3-error.js';
import { hasParameter, parameterOf, type S3Request } from '../s3-request.js';
import { uriEncode } from '../sigv4.js';
import { s3Namespace, xmlDocument, type XmlElement } from '../xml.js';

const mostEntries = 1000;
/** How long the lie about the newest keys lasts. */
const staleMilliseconds = 2000;

/** An object, or all of those whose keys begin alike up to the delimiter. */
interface Entry {
  /** A key, or the prefix that keys have in common. */
  readonly name: string;
  readonly object: StoredObject | undefined;
}

const entries = function* (call: Call, prefix: string, delimiter: string, after: string): Generator<Entry> {
  const { world } = call;
  const stale = world.tells('stale_listing') ? world.now() - staleMilliseconds : Infinity;
  let last = after;
  for (const object of bucketOf(call).from(compareKeys(after, prefix) > 0 ? after : prefix)) {
    const { key } = object;
    if (!key.startsWith(prefix)) return;
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const name = end === -1 ? key : key.slice(0, end + delimiter.length);
    if (name === last || compareKeys(key, after) <= 0 || object.storedAt > stale) continue;
    last = name;
    yield { name, object: end === -1 ? object : undefined };
  }
};

const tokenOf = (name: string): string => Buffer.from(name).toString('base64url');

const afterOf = (request: S3Request): string => {
  const token = parameterOf(request, 'continuation-token');
  if (token === undefined) return parameterOf(request, 'start-after') ?? '';
  const name = Buffer.from(token, 'base64url').toString();
  if (token === '' || tokenOf(name) !== token)
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
  return name;
};

const limitOf = (request: S3Request): number => {
  const text = parameterOf(request, 'max-keys') ?? String(mostEntries);
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', 'Provided max-keys not an integer or within integer range');
  return Math.min(Number(text), mostEntries);
};

export const listObjectsV2: Perform = async (call) => {
  const { request } = call;
  const encoding = parameterOf(request, 'encoding-type');
  if (encoding !== undefined && encoding !== 'url')
    throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request');
  const encoded = (name: string): string => (encoding === 'url' ? uriEncode(name).replaceAll('%2F', '/') : name);
  const [prefix, delimiter] = [parameterOf(request, 'prefix') ?? '', parameterOf(request, 'delimiter') ?? ''];
  const limit = limitOf(request);
  const found: Entry[] = [];
  let truncated = false;
  for (const entry of limit === 0 ? [] : entries(call, prefix, delimiter, afterOf(request))) {
    truncated = found.length === limit;
    if (truncated) break;
    found.push(entry);
  }
  const echoed = (element: string, parameter: string): XmlElement[] =>
    hasParameter(request, parameter) ? [[element, encoded(parameterOf(request, parameter) ?? '')]] : [];
  const content: XmlElement[] = [
    ['Name', request.bucket ?? ''],
    ['Prefix', encoded(prefix)],
    ...echoed('Delimiter', 'delimiter'),
    ...echoed('StartAfter', 'start-after'),
    ...echoed('ContinuationToken', 'continuation-token'),
    ...echoed('EncodingType', 'encoding-type'),
    ['MaxKeys', limit],
    ['KeyCount', found.length],
    ['IsTruncated', truncated],
    ...(truncated ? [['NextContinuationToken', tokenOf(found.at(-1)?.name ?? '')] as const] : []),
    ...found.map(({ name, object }): XmlElement =>
      object === undefined
        ? ['CommonPrefixes', [['Prefix', encoded(name)]]]
        : [
            'Contents',
            [
              ['Key', encoded(name)],
              ['LastModified', isoDate(object.storedAt)],
              ['ETag', quoted(object.etag)],
              ['Size', object.content.sizeBytes],
              ['StorageClass', object.fields['x-amz-storage-class'] ?? 'STANDARD'],
            ],
          ],
    ),
  ];
  return { status: 200, body: xmlDocument('ListBucketResult', content, s3Namespace) };
};
