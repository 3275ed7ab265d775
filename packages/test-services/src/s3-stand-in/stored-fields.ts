import { headerOf, type S3Request } from './s3-request.js';

const kept = [
  'cache-control',
  'content-disposition',
  'content-language',
  'expires',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
  'x-amz-storage-class',
];

/** The framing of the body is not how the object is encoded. */
const contentEncoding = (request: S3Request): string | undefined => {
  const codings = (headerOf(request, 'content-encoding') ?? '')
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'aws-chunked');
  return codings.length === 0 ? undefined : codings.join(',');
};

/** The fields of a writing request that every reader of the object gets back. */
export const storedFields = (request: S3Request): Readonly<Record<string, string>> => {
  const fields: Record<string, string> = { 'content-type': headerOf(request, 'content-type') ?? 'binary/octet-stream' };
  const metadata = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-meta-'));
  for (const name of [...kept, ...metadata]) {
    const value = headerOf(request, name);
    if (value !== undefined) fields[name] = value;
  }
  const encoding = contentEncoding(request);
  return encoding === undefined ? fields : { ...fields, 'content-encoding': encoding };
};
