import { z } from 'zod';
import type { JsonBody } from '../endpoint/body.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { replyTypeOf, speaksLfs } from '../endpoint/media-type.js';
import { pathParameters } from '../endpoint/path-parameters.js';
import { isRateLimited } from '../endpoint/possible-errors.js';
import type { Outputs } from '../endpoint/reply.js';
import { parameterName, routeParts, wildcardName } from '../endpoint/route.js';

type Schema = z.core.$ZodType;

/** A row with everything that does not depend on the request done at start, but for its schemas: the first request that needs one compiles it. */
export interface PreparedEndpoint {
  readonly endpoint: Endpoint;
  /** In the order of the path. */
  readonly parameters: readonly { readonly name: string; readonly schema: Schema }[];
  readonly query: Schema | undefined;
  readonly headers: Schema | undefined;
  readonly json: JsonBody<unknown> | undefined;
  readonly output: Outputs;
  readonly isLfs: boolean;
  /** The media type of JSON that it answers with success. */
  readonly replyType: string;
  readonly isRateLimited: boolean;
}

const compiledSchemas = new WeakMap<Schema, Schema>();

/** Parsing a large body is twice as fast then. To compile all schemas takes a tenth of a server's start, and most servers are asked by a few rows alone. */
const compiled = (schema: Schema): Schema => {
  const known = compiledSchemas.get(schema);
  if (known !== undefined) return known;
  const made = z.compile(schema);
  compiledSchemas.set(schema, made);
  return made;
};

const parameterSchemas = new Map<string, Schema>(
  Object.entries(pathParameters).map(([name, schema]) => [name, z.compile(schema)]),
);

/** The same body over compiled schemas. */
const compiledBody = ({ as, strict, lenient, optional }: JsonBody<unknown>): JsonBody<unknown> => ({
  as,
  optional,
  get strict() {
    return compiled(strict);
  },
  get lenient() {
    return lenient && compiled(lenient);
  },
});

const parametersOf = (segments: readonly string[]): PreparedEndpoint['parameters'] =>
  segments.flatMap((segment) => {
    const name = segment === '*' ? wildcardName(segments) : parameterName(segment);
    if (name === undefined) return [];
    const schema = parameterSchemas.get(name);
    if (schema === undefined) throw new Error(`a path has the unknown parameter {${name}}`);
    return [{ name, schema }];
  });

export const prepareEndpoint = (endpoint: Endpoint): PreparedEndpoint => {
  const { path, segments } = routeParts(endpoint.route, endpoint.base ?? 'api');
  const body = endpoint.body?.as === 'json' ? endpoint.body : undefined;
  return {
    endpoint,
    parameters: parametersOf(segments),
    get query() {
      return endpoint.query && compiled(endpoint.query);
    },
    get headers() {
      return endpoint.headers && compiled(endpoint.headers);
    },
    json: body && compiledBody(body),
    output: endpoint.output,
    isLfs: speaksLfs(path),
    replyType: replyTypeOf(path),
    isRateLimited: isRateLimited(endpoint),
  };
};
