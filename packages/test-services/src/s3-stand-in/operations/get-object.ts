import type { StoredObject } from '../bucket.js';
import { type Call, httpDate, objectOf, type Perform, quoted, type Reply } from '../call.js';
import { checksumFields } from '../checksums.js';
import { readerHasIt } from '../preconditions.js';
import { S3Error } from '../s3-error.js';
import { headerOf, parameterOf, type S3Request } from '../s3-request.js';

const overridable = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'content-type', 'expires'];

const overrides = (request: S3Request): Record<string, string> =>
  Object.fromEntries(
    overridable.flatMap((name) => {
      const value = parameterOf(request, `response-${name}`);
      return value === undefined ? [] : [[name, value]];
    }),
  );

interface Span {
  readonly first: number;
  readonly last: number;
}

/** One range of bytes; what is not one is passed over, as RFC 9110 allows. */
const spanOf = (field: string | undefined, sizeBytes: number): Span | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(field ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(sizeBytes - Number(to), 0) : Number(from);
  const last = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined;
  if (first >= sizeBytes || (from === '' && Number(to) === 0)) {
    throw new S3Error('InvalidRange', 'The requested range is not satisfiable');
  }
  return { first, last };
};

const read = (call: Call, object: StoredObject): Reply & { readonly span: Span } => {
  const { request } = call;
  const { sizeBytes } = object.content;
  const common = {
    'accept-ranges': 'bytes',
    etag: quoted(object.etag),
    'last-modified': httpDate(object.storedAt),
  };
  if (readerHasIt(call, object)) return { status: 304, headers: common, span: { first: 0, last: -1 } };
  const asked = spanOf(headerOf(request, 'range'), sizeBytes);
  const span = asked ?? { first: 0, last: sizeBytes - 1 };
  const checksums = headerOf(request, 'x-amz-checksum-mode') === 'ENABLED' && asked === undefined;
  return {
    status: asked === undefined ? 200 : 206,
    headers: {
      ...object.fields,
      ...overrides(request),
      ...common,
      ...(checksums ? checksumFields(object.checksum) : {}),
      ...(asked === undefined ? {} : { 'content-range': `bytes ${span.first}-${span.last}/${sizeBytes}` }),
      'content-length': String(span.last - span.first + 1),
    },
    span,
  };
};

export const getObject: Perform = async (call) => {
  const object = objectOf(call);
  const { span, ...reply } = read(call, object);
  return span.last < span.first ? reply : { ...reply, body: object.content.read(span.first, span.last) };
};

export const headObject: Perform = async (call) => {
  const { span: _span, ...reply } = read(call, objectOf(call));
  return reply;
};
