import { components } from '../schemas/components.js';
import { errorSchema, lfsErrorSchema } from '../schemas/error.js';
import type { Access } from './access.js';
import type { Endpoint } from './endpoint.js';
import { demandedProperties, inlineSchema, jsonSchemas, propertiesOf, reference, type JsonSchema } from './json-schemas.js';
import { jsonType, lfsType, replyTypeOf, speaksLfs } from './media-type.js';
import { byteAnswers, byteParameters, bytesBody } from './openapi-bytes.js';
import { errorResponses, errorsOf } from './openapi-errors.js';
import { answerExample, exampleOf, type Examples, noExamples } from './openapi-examples.js';
import { headerComponents, headersOf, type Json } from './openapi-headers.js';
import { pathParameters } from './path-parameters.js';
import { byteRange, empty, type Output, plainText } from './reply.js';
import { parameterName, routeParts, type RouteParts, wildcardName } from './route.js';

const securityOf: Readonly<Record<Access['kind'], readonly Json[]>> = {
  open: [],
  internal: [],
  monitoring: [{}, { monitoring: [] }],
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
    return schema === undefined ? [] : [{ name, in: 'path', required: true, schema: inlineSchema('input', schema) }];
  });

/** What a signed URL's query says besides its signature: all of it is signed, and clients send it as it is. */
const signedParametersOf = ({ access }: Endpoint): readonly Json[] => {
  const signed = (name: string, schema: JsonSchema): Json => ({ name, in: 'query', required: true, schema });
  const link = [signed('expires', { type: 'integer', description: 'Seconds since 1970' }), signed('kid', { type: 'string' })];
  if (access.kind === 'signed-download') return link;
  return access.kind === 'signed-upload' ? [...link, signed('size', { type: 'integer' })] : [];
};

const namedParameters = (schema: Endpoint['query'], place: 'query' | 'header'): readonly Json[] => {
  const demanded = demandedProperties(schema);
  return propertiesOf(schema).map(([name, property]) => ({
    name,
    in: place,
    required: demanded.includes(name),
    schema: property,
  }));
};

const requestBody = (endpoint: Endpoint, examples: Examples): Json => {
  const { body, access } = endpoint;
  if (access.kind === 'provider-signed') return { requestBody: { required: true, content: { [jsonType]: { schema: {} } } } };
  if (body === undefined) return {};
  if (body.as === 'bytes') return { requestBody: bytesBody };
  const example = exampleOf(examples.get(endpoint.name)?.request);
  const media = (flavour: 'strict' | 'lenient'): Json => ({ schema: reference(requestName(endpoint, flavour)), ...example });
  const strict = { [jsonType]: media('strict') };
  const lenient = body.lenient === undefined ? {} : { [lfsType]: media('lenient') };
  return { requestBody: { required: !body.optional, content: { ...strict, ...lenient } } };
};

// As bytes, which clients pass on as they are.
const textContent = { 'text/plain': { schema: { type: 'string', format: 'binary' } } };

const replyOf = (endpoint: Endpoint, status: string, output: Output, examples: Examples): Json => {
  if (output === empty) return { [status]: { description: 'Done.', ...headersOf() } };
  if (output === plainText) return { [status]: { description: 'Done.', ...headersOf(), content: textContent } };
  if (output === byteRange) return byteAnswers(endpoint, status);
  const schema = reference(replyName(endpoint, Number(status)));
  const example = exampleOf(answerExample(examples, endpoint.name, Number(status)));
  const content = { [replyTypeOf(partsOf(endpoint).path)]: { schema, ...example } };
  return { [status]: { description: 'Done.', ...headersOf(), content } };
};

const isSessionOnly = ({ access }: Endpoint): boolean => access.kind === 'organization' && access.isSessionOnly === true;

const permissionOf = ({ access }: Endpoint): Json => {
  if (access.kind === 'organization') return { 'x-permission': access.permission };
  if (access.kind !== 'repository') return {};
  const { permission, also } = access;
  return also.length === 0 ? { 'x-permission': permission } : { 'x-permission': permission, 'x-additional-permissions': also };
};

const operation = (endpoint: Endpoint, examples: Examples): Json => {
  const parameters = [
    ...pathParametersOf(partsOf(endpoint)),
    ...signedParametersOf(endpoint),
    ...namedParameters(endpoint.query, 'query'),
    ...namedParameters(endpoint.headers, 'header'),
    ...byteParameters(endpoint),
  ];
  const [group = ''] = endpoint.name.split('.');
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [group],
    security:
      isLfs(endpoint) && endpoint.access.kind === 'repository'
        ? [{ bearer: [] }, { basic: [] }]
        : securityOf[isSessionOnly(endpoint) ? 'session' : endpoint.access.kind],
    ...permissionOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(endpoint, examples),
    responses: Object.assign(
      {},
      ...Object.entries(endpoint.output).map(([status, output]) => replyOf(endpoint, status, output, examples)),
      errorsOf(endpoint, examples),
    ),
  };
};

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

const pathsOf = (endpoints: readonly Endpoint[], examples: Examples): Json => {
  const paths = new Map<string, Record<string, Json>>();
  for (const endpoint of endpoints) {
    const { method, path, segments } = partsOf(endpoint);
    const described = path.replace(/\*$/, `{${wildcardName(segments)}}`);
    paths.set(described, { ...paths.get(described), [method.toLowerCase()]: operation(endpoint, examples) });
  }
  return Object.fromEntries(paths);
};

/** The OpenAPI 3.1 description of the rows, as plain JSON, with the examples that are known. */
export const openApiDocument = (endpoints: readonly Endpoint[], examples: Examples = noExamples): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'svc',
    version: '1',
    description: 'Storage and versioning of large files. Paths are relative to the base URL of the service.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  paths: pathsOf(endpoints, examples),
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API token or a session.' },
      session: { type: 'http', scheme: 'bearer', description: 'A session: an API token is refused.' },
      basic: { type: 'http', scheme: 'basic', description: 'The API token as the password, with any user name.' },
      monitoring: { type: 'http', scheme: 'bearer', description: "The operator's token of monitoring; none from inside." },
      providerSignature: {
        type: 'apiKey',
        in: 'header',
        name: 'Stripe-Signature',
        description: "The billing provider's signature over the body, in the provider's own header.",
      },
      verifyToken: { type: 'apiKey', in: 'query', name: 'token', description: 'Part of the URL that a batch hands out.' },
      signature: { type: 'apiKey', in: 'query', name: 'signature', description: 'Part of a signed URL.' },
    },
    headers: headerComponents,
    responses: errorResponses(examples),
    schemas: schemasOf(endpoints),
  },
});
