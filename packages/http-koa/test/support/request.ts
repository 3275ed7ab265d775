import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { undescribed } from './described-answers.js';

export interface TestRequest {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string | number>>;
  /** An object is sent as JSON, a string or bytes as they are. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
}

/** Idle connections end before any server ends them: a request that meets the end of its connection is lost. */
const agent = new Agent({ keepAlive: true, maxSockets: 16, timeout: 3000 });

const bytesOf = (body: unknown): Buffer | undefined => {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
};

const jsonOf = (text: string, contentType: string | undefined): unknown =>
  contentType?.includes('json') === true && text !== '' ? JSON.parse(text) : undefined;

/** Sends a request exactly as it is written: the path is not normalised. Fails when the answer is an error that the OpenAPI description does not allow. */
export const send = (
  origin: string,
  method: string,
  path: string,
  { token, headers: sent, body }: TestRequest = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const bytes = bytesOf(body);
    const { hostname, port } = new URL(origin);
    const request = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.byteLength }),
          ...sent,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const whole = Buffer.concat(chunks);
          const text = whole.toString('utf8');
          const { statusCode: status = 0, headers } = response;
          const contentType = headers['content-type'];
          const json = jsonOf(text, contentType);
          const problem = status < 400 ? undefined : undescribed(method, path, { status, contentType: contentType ?? '', json });
          if (problem === undefined) resolve({ status, headers, bytes: whole, text, json });
          else reject(new Error(problem));
        });
      },
    );
    request.once('error', reject);
    request.end(bytes);
  });

/** A value inside of a JSON answer, by its path: `organization.id`, `objects.0.oid`. */
export const valueAt = (json: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), json);

/** The same, where a text is expected. */
export const textAt = (json: unknown, path: string): string => {
  const value = valueAt(json, path);
  if (typeof value !== 'string') throw new Error(`no text at ${path} in ${JSON.stringify(json)}`);
  return value;
};

/** The same, where a list is expected. */
export const listAt = (json: unknown, path: string): readonly unknown[] => {
  const value = valueAt(json, path);
  if (!Array.isArray(value)) throw new Error(`no list at ${path} in ${JSON.stringify(json)}`);
  return value;
};
