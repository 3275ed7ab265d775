import { components } from '../schemas/components.js';
import { errorSchema, lfsErrorSchema } from '../schemas/error.js';
import type { Access } from './access.js';
import type { Endpoint } from './endpoint.js';
import { statusOfError } from './error-reply.js';
import { jsonSchemas, parameterSchema, propertiesOf, reference, type JsonSchema } from './json-schemas.js';
import { bytesType, jsonType, lfsType, speaksLfs } from './media-type.js';
import { pathParameters } from './path-parameters.js';
import { possibleErrors } from './possible-errors.js';
import { byteRange, empty, type Output } from './reply.js';
import { parameterName, routeParts, type RouteParts, wildcardName } from './route.js';

type Json = Readonly<Record<string, unknown>>;

const securityOf: Readonly<Record<Access['kind'], readonly Json[]>> = {
  open: [],
  internal: [],
  'signed-in': [{ bearer: [] }],
  session: [{ session: [] }],
  organization: [{ bearer: [] }],
  repository: [{ bearer: [] }],
  'provider-signed': [{ providerSignature: [] }],
  'verify-link': [{ verifyToken: [] }],
  'signed-upload': [{ signature: [] }],
  'signed-download': [{ signature: [] }],
};

const partsOf = ({ route, base }: Endpoint): RouteParts => routeParts(route, base ?? 'api');
const isLfs = (endpoint: Endpoint): boolean => speaksLfs(partsOf(endpoint).path);

const requestName = (endpoint: Endpoint, flavour: 'strict' | 'lenient'): string =>
  flavour === 'strict' ? `${endpoint.name}.request` : `${endpoint.name}.lenient-request`;
const replyName = (endpoint: Endpoint, status: number): string => `${endpoint.name}.${status}`;

const requestSchemas = (endpoint: Endpoint) => {
  if (endpoint.body?.as !== 'json') return [];
  const { strict, lenient } = endpoint.body;
  const named = [{ name: requestName(endpoint, 'strict'), schema: strict }];
  return lenient === undefined ? named : [...named, { name: requestName(endpoint, 'lenient'), schema: lenient }];
};

const replySchemas = (endpoint: Endpoint) =>
  Object.entries(endpoint.output).flatMap(([status, output]) =>
    typeof output === 'symbol' ? [] : [{ name: replyName(endpoint, Number(status)), schema: output }],
  );

const pathParametersOf = ({ segments }: RouteParts): readonly Json[] =>
  segments.flatMap((segment) => {
    const name = segment === '*' ? wildcardName(segments) : parameterName(segment);
    if (name === undefined) return [];
    const schema = Object.entries(pathParameters).find(([known]) => known === name)?.[1];
    return schema === undefined ? [] : [{ name, in: 'path', required: true, schema: parameterSchema(schema) }];
  });

const namedParameters = (schema: Endpoint['query'], place: 'query' | 'header'): readonly Json[] =>
  propertiesOf(schema).map(([name, property]) => ({
    name,
    in: place,
    required: false,
    schema: property,
  }));

const requestBody = (endpoint: Endpoint): Json => {
  const { body, access } = endpoint;
  if (access.kind === 'provider-signed') return { requestBody: { required: true, content: { [jsonType]: { schema: {} } } } };
  if (body === undefined) return {};
  if (body.as === 'bytes')
    return { requestBody: { required: true, content: { [bytesType]: { schema: { type: 'string', format: 'binary' } } } } };
  const strict = { [jsonType]: { schema: reference(requestName(endpoint, 'strict')) } };
  const lenient = body.lenient === undefined ? {} : { [lfsType]: { schema: reference(requestName(endpoint, 'lenient')) } };
  return { requestBody: { required: !body.optional, content: { ...strict, ...lenient } } };
};

const binary = { [bytesType]: { schema: { type: 'string', format: 'binary' } } };

const replyOf = (endpoint: Endpoint, status: string, output: Output): Json => {
  if (output === empty) return { [status]: { description: 'Done.' } };
  if (output === byteRange) {
    // RFC 9110, 14.2: a range is for GET.
    if (partsOf(endpoint).method === 'HEAD') return { [status]: { description: 'The number of bytes, as Content-Length.' } };
    return {
      [status]: { description: 'The bytes.', content: binary },
      206: { description: 'The bytes of one range.', content: binary },
    };
  }
  const content = { [isLfs(endpoint) ? lfsType : jsonType]: { schema: reference(replyName(endpoint, Number(status))) } };
  return { [status]: { description: 'Done.', content } };
};

const errorsOf = (endpoint: Endpoint): Json => {
  const kinds = [...possibleErrors(endpoint), 'internal'] as const;
  const statuses = [...new Set(kinds.map((kind) => statusOfError[kind]))].filter((status) => !(status in endpoint.output));
  const response = { $ref: `#/components/responses/${isLfs(endpoint) ? 'LfsError' : 'Error'}` };
  return Object.fromEntries(statuses.map((status) => [status, response]));
};

const permissionOf = ({ access }: Endpoint): Json => {
  if (access.kind === 'organization') return { 'x-permission': access.permission };
  if (access.kind !== 'repository') return {};
  const { permission, also } = access;
  return also.length === 0 ? { 'x-permission': permission } : { 'x-permission': permission, 'x-permission-of-some-bodies': also };
};

const operation = (endpoint: Endpoint): Json => {
  const parameters = [
    ...pathParametersOf(partsOf(endpoint)),
    ...namedParameters(endpoint.query, 'query'),
    ...namedParameters(endpoint.headers, 'header'),
  ];
  const [group = ''] = endpoint.name.split('.');
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [group],
    security:
      isLfs(endpoint) && endpoint.access.kind === 'repository'
        ? [{ bearer: [] }, { basic: [] }]
        : securityOf[endpoint.access.kind],
    ...permissionOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(endpoint),
    responses: Object.assign(
      {},
      ...Object.entries(endpoint.output).map(([status, output]) => replyOf(endpoint, status, output)),
      errorsOf(endpoint),
    ),
  };
};

const errorResponse = (name: string, mediaType: string): Json => ({
  description: 'What went wrong (see the error codes).',
  content: { [mediaType]: { schema: reference(name) } },
});

const schemasOf = (endpoints: readonly Endpoint[]): Readonly<Record<string, JsonSchema>> => {
  const things = Object.entries(components).map(([name, schema]) => ({ name, schema }));
  const errors = [
    { name: 'Error', schema: errorSchema },
    { name: 'LfsError', schema: lfsErrorSchema },
  ];
  const replies = jsonSchemas('output', [...things, ...errors, ...endpoints.flatMap(replySchemas)]);
  const requests = jsonSchemas('input', endpoints.flatMap(requestSchemas));
  return Object.fromEntries(Object.entries({ ...requests, ...replies }).sort(([a], [b]) => (a < b ? -1 : 1)));
};

const pathsOf = (endpoints: readonly Endpoint[]): Json => {
  const paths = new Map<string, Record<string, Json>>();
  for (const endpoint of endpoints) {
    const { method, path, segments } = partsOf(endpoint);
    const described = path.replace(/\*$/, `{${wildcardName(segments)}}`);
    paths.set(described, { ...paths.get(described), [method.toLowerCase()]: operation(endpoint) });
  }
  return Object.fromEntries(paths);
};

/** The OpenAPI 3.1 description of the rows, as plain JSON. */
export const openApiDocument = (endpoints: readonly Endpoint[]): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'svc',
    version: '1',
    description: 'Storage and versioning of large files. Paths are relative to the base URL of the service.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  paths: pathsOf(endpoints),
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API token or a session.' },
      session: { type: 'http', scheme: 'bearer', description: 'A session: an API token is refused.' },
      basic: { type: 'http', scheme: 'basic', description: 'The API token as the password, with any user name.' },
      providerSignature: {
        type: 'apiKey',
        in: 'header',
        name: 'Stripe-Signature',
        description: "The billing provider's signature over the body, in the provider's own header.",
      },
      verifyToken: { type: 'apiKey', in: 'query', name: 'token', description: 'Part of the URL that a batch hands out.' },
      signature: { type: 'apiKey', in: 'query', name: 'signature', description: 'Part of a signed URL.' },
    },
    responses: { Error: errorResponse('Error', jsonType), LfsError: errorResponse('LfsError', lfsType) },
    schemas: schemasOf(endpoints),
  },
});
