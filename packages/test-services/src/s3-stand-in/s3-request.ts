import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-error.js';
import type { HeaderFields, QueryParameter } from './sigv4.js';

/** A request as S3 understands it, before anything of it is believed. */
export interface S3Request {
  readonly method: string;
  /** Decoded, and with the bucket only where the request has it there. */
  readonly path: string;
  readonly query: readonly QueryParameter[];
  readonly headers: HeaderFields;
  readonly bucket: string | undefined;
  /** Never empty. */
  readonly key: string | undefined;
  /** The bytes of the body as they come. */
  readonly body: AsyncIterable<Uint8Array>;
}

export const headerOf = (request: Pick<S3Request, 'headers'>, name: string): string | undefined =>
  request.headers[name]?.join(',');

export const parameterOf = (request: Pick<S3Request, 'query'>, name: string): string | undefined =>
  request.query.find((parameter) => parameter.name === name)?.value;

export const hasParameter = (request: Pick<S3Request, 'query'>, name: string): boolean =>
  parameterOf(request, name) !== undefined;

/** Undoes percent encoding; text that is no UTF-8 is no name of anything. */
export const decodeUri = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', "Couldn't parse the specified URI.");
  }
};

export const parseQuery = (text: string): readonly QueryParameter[] =>
  text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.replaceAll('+', ' ').split('=');
      return { name: decodeUri(name), value: decodeUri(value.join('=')) };
    });

/** Node reads header fields as Latin-1; S3 takes them for UTF-8. */
const utf8 = (value: string): string => Buffer.from(value, 'latin1').toString('utf8');

const headersOf = (message: IncomingMessage): HeaderFields =>
  Object.fromEntries(Object.entries(message.headersDistinct).map(([name, values]) => [name, values?.map(utf8)]));

const split = (path: string): { bucket: string | undefined; key: string | undefined } => {
  const slash = path.indexOf('/');
  const [bucket, key] = slash === -1 ? [path, ''] : [path.slice(0, slash), path.slice(slash + 1)];
  return { bucket: bucket === '' ? undefined : bucket, key: key === '' ? undefined : key };
};

/** Reads bucket and key from the path, or the bucket from a host name below `domain`. */
export const s3RequestOf = (message: IncomingMessage, body: AsyncIterable<Uint8Array>, domain: string): S3Request => {
  const target = message.url ?? '/';
  const mark = target.indexOf('?');
  const path = decodeUri(mark === -1 ? target : target.slice(0, mark));
  const headers = headersOf(message);
  const host = (headers['host']?.[0] ?? '').replace(/:\d+$/, '');
  const inHost = host.endsWith(`.${domain}`) ? host.slice(0, -domain.length - 1) : undefined;
  const address = inHost === undefined ? split(path.slice(1)) : { bucket: inHost, key: split(path).key };
  if (address.key !== undefined && Buffer.byteLength(address.key) > 1024) {
    throw new S3Error('KeyTooLongError', 'Your key is too long');
  }
  return {
    method: message.method ?? 'GET',
    path,
    query: mark === -1 ? [] : parseQuery(target.slice(mark + 1)),
    headers,
    ...address,
    body,
  };
};
