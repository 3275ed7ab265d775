import { z } from 'zod';
import type { JsonBody } from '../endpoint/body.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { speaksLfs } from '../endpoint/media-type.js';
import { pathParameters } from '../endpoint/path-parameters.js';
import { isRateLimited } from '../endpoint/possible-errors.js';
import type { Outputs } from '../endpoint/reply.js';
import { parameterName, routeParts, wildcardName } from '../endpoint/route.js';

type Schema = z.core.$ZodType;

/** A row with everything that does not depend on the request done at start. */
export interface PreparedEndpoint {
  readonly endpoint: Endpoint;
  /** In the order of the path. */
  readonly parameters: readonly { readonly name: string; readonly schema: Schema }[];
  readonly query: Schema | undefined;
  readonly headers: Schema | undefined;
  readonly json: JsonBody<unknown> | undefined;
  readonly output: Outputs;
  readonly isLfs: boolean;
  readonly isRateLimited: boolean;
}

const compiled = (schema: Schema | undefined): Schema | undefined => (schema === undefined ? undefined : z.compile(schema));

const parameterSchemas = new Map<string, Schema>(
  Object.entries(pathParameters).map(([name, schema]) => [name, z.compile(schema)]),
);

const parametersOf = (segments: readonly string[]): PreparedEndpoint['parameters'] =>
  segments.flatMap((segment) => {
    const name = segment === '*' ? wildcardName(segments) : parameterName(segment);
    if (name === undefined) return [];
    const schema = parameterSchemas.get(name);
    if (schema === undefined) throw new Error(`a path has the unknown parameter {${name}}`);
    return [{ name, schema }];
  });

/** Compiles the schemas of a row: parsing a large body is then twice as fast. */
export const prepareEndpoint = (endpoint: Endpoint): PreparedEndpoint => {
  const { path, segments } = routeParts(endpoint.route, endpoint.base ?? 'api');
  const body = endpoint.body?.as === 'json' ? endpoint.body : undefined;
  return {
    endpoint,
    parameters: parametersOf(segments),
    query: compiled(endpoint.query),
    headers: compiled(endpoint.headers),
    json: body && { ...body, strict: z.compile(body.strict), lenient: body.lenient && z.compile(body.lenient) },
    output: endpoint.output,
    isLfs: speaksLfs(path),
    isRateLimited: isRateLimited(endpoint),
  };
};
