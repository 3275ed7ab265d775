import type { TestRequest } from '../support/request.js';

/** A request before it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query as they are written. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

const bytesOf = (body: unknown): Uint8Array | undefined => {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
};

/** What a test sends, as it is written. */
export const wireRequestOf = (method: string, target: string, { token, headers = {}, body }: TestRequest = {}): WireRequest => ({
  method,
  target,
  headers: [
    ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
    ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ...Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const),
  ],
  body: bytesOf(body),
});

/** The same with one header more, or another value of it. */
export const withHeader = (request: WireRequest, name: string, value: string): WireRequest => ({
  ...request,
  headers: [...request.headers.filter(([other]) => other !== name), [name, value]],
});

const chunked = (body: Uint8Array): Buffer =>
  Buffer.concat([
    ...(body.byteLength === 0 ? [] : [Buffer.from(`${body.byteLength.toString(16)}\r\n`), body, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ]);

/** The bytes of a request, with a length that is right, unless it comes in chunks. */
export const encodeRequest = ({ method, target, headers, body }: WireRequest, inChunks = false): Buffer => {
  const framing =
    body === undefined ? [] : [inChunks ? ['transfer-encoding', 'chunked'] : ['content-length', String(body.byteLength)]];
  const lines = [...headers, ...framing].map(([name = '', value = '']) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\nhost: svc.test\r\n${lines.join('')}\r\n`, 'latin1');
  return Buffer.concat([head, body === undefined ? Buffer.alloc(0) : inChunks ? chunked(body) : body]);
};
