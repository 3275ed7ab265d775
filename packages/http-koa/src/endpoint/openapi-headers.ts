export type Json = Readonly<Record<string, unknown>>;

interface Header {
  readonly name: string;
  readonly description: string;
  readonly schema: Json;
}

const text = { type: 'string' };
const integer = { type: 'integer' };

/** The header fields of answers that clients act on, by the name of their component. */
const responseHeaders = {
  RequestId: {
    name: 'X-Request-Id',
    description: "The request's own id, when it came with a harmless one, else a new one",
    schema: text,
  },
  RetryAfter: { name: 'Retry-After', description: 'Seconds to wait', schema: integer },
  Challenge: { name: 'WWW-Authenticate', description: 'The scheme of the credential that is wanted', schema: text },
  LfsChallenge: { name: 'LFS-Authenticate', description: 'The same, where Git LFS clients read it', schema: text },
  Allow: { name: 'Allow', description: 'With 405: the methods that the path takes', schema: text },
  ContentLength: { name: 'Content-Length', description: 'How many bytes there are, or come in this answer', schema: integer },
  AcceptRanges: {
    name: 'Accept-Ranges',
    description: 'That a Range can be asked for',
    schema: { type: 'string', enum: ['bytes'] },
  },
  ContentRange: {
    name: 'Content-Range',
    description: 'Which bytes of how many these are: `bytes 0-99/1234`; with 416 how many there are: `bytes */1234`',
    schema: text,
  },
  ETag: {
    name: 'ETag',
    description: 'The hash that the bytes are named by, in quotes; absent where their name is no hash of them',
    schema: text,
  },
  State: {
    name: 'X-SVC-State',
    description:
      'Of a manifest: whether its object is verified, after which no client can replace the manifest; the service may serve another one later, of the same chunks in other packs. Absent for all other files',
    schema: { type: 'string', enum: ['unverified', 'verified'] },
  },
} as const satisfies Readonly<Record<string, Header>>;

/** As they stand in answers. */
export const responseHeaderNames: readonly string[] = Object.values(responseHeaders).map(({ name }) => name);

export type HeaderComponent = keyof typeof responseHeaders;

/** What stands under `components.headers`. */
export const headerComponents: Json = Object.fromEntries(
  Object.entries(responseHeaders).map(([component, { description, schema }]) => [component, { description, schema }]),
);

/** The `headers` of an answer; each has the request's id. */
export const headersOf = (...components: readonly HeaderComponent[]): Json => ({
  headers: Object.fromEntries(
    (['RequestId', ...components] as const).map((component) => [
      responseHeaders[component].name,
      { $ref: `#/components/headers/${component}` },
    ]),
  ),
});

const requestHeader = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: text,
});

/** What a GET or HEAD of bytes may depend on. */
export const conditions: readonly Json[] = [
  requestHeader('If-Match', 'Answers 412 unless the ETag is one of these'),
  requestHeader('If-None-Match', 'Answers 304 when the ETag is one of these'),
];

const oneRange = 'One range of bytes, such as `bytes=0-99`, `bytes=100-` or `bytes=-100`';
const severalRanges =
  'or, of a pack and with an Accept that names `multipart/byteranges`, 2 to 128 such as `bytes=0-99,100-149,300-399`, each with both ends, in order, without overlap and inside of the pack';

/** How a GET asks for a part of the bytes. `isTree`: whether they may be a pack. */
export const rangeParameters = (isTree: boolean): readonly Json[] => [
  requestHeader('Range', `${isTree ? `${oneRange}, ${severalRanges}` : oneRange}; any other is ignored`),
  requestHeader('If-Range', 'Answers all bytes unless this is their ETag'),
];
