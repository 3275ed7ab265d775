import type { IncomingBytes } from '../endpoint/body.js';
import type { HttpError } from '../endpoint/http-error.js';
import type { Caller, Origin, RepositoryName } from '@svc/core';
import { type BadRequest, notFound, withoutUnprintable } from '@svc/core/model';
import type { Context } from 'koa';
import { err, ok, type Result } from 'neverthrow';
import type { ErasedReply } from '../endpoint/endpoint.js';
import { parse } from '../schemas/parse.js';
import { clientAddress } from './address.js';
import type { BodyPace } from './body-pace.js';
import { clientSignal } from './client-signal.js';
import { authorize } from './authorize.js';
import { checkOutput } from './check-output.js';
import { identify } from './identify.js';
import { readBodyBytes, readJson } from './json-body.js';
import { listOf, withCursor, withKey } from './list-cursor.js';
import type { TellCaller } from './note-answer.js';
import type { PreparedEndpoint } from './prepared-endpoint.js';
import { parseQuery, type Query } from './query.js';
import { receiveBytes } from './receive-bytes.js';
import type { Service } from './service.js';
import { unsupportedHeader } from './unsupported-header.js';

const maxUserAgentLength = 255;

/** Logs are read on terminals. */
const printed = (text: string | undefined): string | undefined => text && withoutUnprintable(text, () => '?');

const originOf = (service: Service, ctx: Context): Origin => ({
  address: clientAddress(ctx.req, service.trustProxyHops),
  userAgent: printed(ctx.req.headers['user-agent']?.slice(0, maxUserAgentLength)),
});

type Parameters = Readonly<Record<string, unknown>>;

const parseParameters = (prepared: PreparedEndpoint, values: readonly string[]): Result<Parameters, BadRequest> => {
  const params: Record<string, unknown> = {};
  for (const [at, { name, schema }] of prepared.parameters.entries()) {
    const value = parse(schema, values[at], name);
    if (value.isErr()) return err(value.error);
    params[name] = value.value;
  }
  return ok(params);
};

/** What the path of a request says: the parameters of the row in their order, the first of them by name where the client does not know the id. */
export interface Addressed {
  readonly values: readonly string[];
  readonly repository: RepositoryName | undefined;
}

export interface Received {
  readonly addressed: Addressed;
  readonly requestId: string;
  readonly tellCaller: TellCaller;
}

const withRepositoryId = async (
  { application }: Service,
  { values, repository }: Addressed,
  caller: Caller | undefined,
): Promise<Result<readonly string[], HttpError>> => {
  if (repository === undefined) return ok(values);
  // A link that verifies an object says itself who made it, and always has the id.
  if (caller === undefined) return err(notFound);
  const found = await application.authorize.findRepository(caller, repository);
  return found.map((id) => [id, ...values.slice(1)]);
};

interface Input {
  /** Whose cursors are read and given. */
  readonly list: string;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

const nothing = ok(undefined);

const readQuery = ({ query }: PreparedEndpoint, raw: Result<Query, BadRequest>): Result<unknown, BadRequest> => {
  if (query === undefined) return nothing;
  return raw.isErr() ? err(raw.error) : parse(query, raw.value, 'query');
};

const paceOf = ({ bodyRate, findBodySender, trustProxyHops }: Service, { req, res }: Context): BodyPace => ({
  rate: bodyRate,
  sender: findBodySender(clientAddress(req, trustProxyHops), res),
});

const readBody = (
  service: Service,
  prepared: PreparedEndpoint,
  ctx: Context,
): Result<unknown, HttpError> | Promise<Result<unknown, HttpError>> => {
  if (prepared.json !== undefined) return readJson(ctx.req, prepared.json, paceOf(service, ctx));
  if (prepared.endpoint.body === undefined) return nothing;
  const unsupported = unsupportedHeader(ctx.req);
  return unsupported === undefined ? ok(receiveBytes(ctx.req, paceOf(service, ctx), service.monotonicNow)) : err(unsupported);
};

const readInput = async (
  service: Service,
  prepared: PreparedEndpoint,
  ctx: Context,
  rawQuery: Result<Query, BadRequest>,
): Promise<Result<Input, HttpError>> => {
  const parsedQuery = readQuery(prepared, rawQuery);
  if (parsedQuery.isErr()) return err(parsedQuery.error);
  const list = listOf(prepared.endpoint.name, parsedQuery.value);
  const query = withKey(list, parsedQuery.value);
  if (query.isErr()) return err(query.error);
  const headers = prepared.headers === undefined ? nothing : parse(prepared.headers, ctx.req.headers, 'headers');
  if (headers.isErr()) return err(headers.error);
  const parsedBody = await readBody(service, prepared, ctx);
  if (parsedBody.isErr()) return err(parsedBody.error);
  const body = withKey(list, parsedBody.value);
  if (body.isErr()) return err(body.error);
  return ok({ list, query: query.value, headers: headers.value, body: body.value });
};

const isIncomingBytes = (body: unknown): body is IncomingBytes =>
  typeof body === 'object' && body !== null && 'chunks' in body && 'wasTooSlow' in body;

/** To the service a body that came too slowly has ended too early; only here it is known why. */
const cameTooSlowly = (body: unknown): boolean => isIncomingBytes(body) && body.wasTooSlow();

/**
 * The checks of a request in their fixed order, then its handler. The order decides what an answer gives away: who is unknown learns nothing of
 * paths, who may not know of a thing gets the same 404 as for none, and nobody's body is read before they may send it.
 */
export const runEndpoint = async (
  service: Service,
  prepared: PreparedEndpoint,
  ctx: Context,
  { addressed, requestId, tellCaller }: Received,
): Promise<Result<ErasedReply, HttpError>> => {
  const { endpoint } = prepared;
  const origin = originOf(service, ctx);
  const caller = await identify(service, prepared, ctx.req.headers.authorization, origin, tellCaller, () =>
    clientSignal(ctx.res),
  );
  if (caller.isErr()) return err(caller.error);

  const values = await withRepositoryId(service, addressed, caller.value);
  if (values.isErr()) return err(values.error);
  const params = parseParameters(prepared, values.value);
  if (params.isErr()) return err(params.error);

  const query = parseQuery(ctx.querystring);
  const grant = await authorize(service, endpoint.access, {
    caller: caller.value,
    params: params.value,
    // A signed URL whose query cannot be read has no valid signature.
    query: query.unwrapOr({}),
    origin,
    tellCaller,
    isInternal: () => service.isInternal(ctx.req),
    headerOf: (name) => ctx.get(name) || undefined,
    readBody: () => readBodyBytes(ctx.req, paceOf(service, ctx)),
  });
  if (grant.isErr()) return err(grant.error);

  const read = await readInput(service, prepared, ctx, query);
  if (read.isErr()) return err(read.error);
  const { list, ...input } = read.value;
  const handled = await endpoint.handle({
    application: service.application,
    baseUrl: service.baseUrl,
    version: service.version,
    requestId,
    isHead: ctx.method === 'HEAD',
    agent: service.agent,
    metrics: service.metrics,
    grant: grant.value,
    strengthen: service.application.authorize.strengthen,
    params: params.value,
    ...input,
    clientSignal: () => clientSignal(ctx.res),
  });
  const told = handled.mapErr((error): HttpError =>
    error.kind === 'body_incomplete' && cameTooSlowly(input.body) ? { kind: 'body_too_slow' } : error,
  );
  const outcome = told.map((reply): ErasedReply => ({ ...reply, body: withCursor(list, reply.body) }));
  if (service.checkOutputs && outcome.isOk()) checkOutput(endpoint, outcome.value);
  return outcome;
};
