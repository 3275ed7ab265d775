import type { ResultAsync } from 'neverthrow';
import type { ApiError } from './api-error.js';
import type { CallOptions } from './caller.js';
import type { components, paths } from './generated/api-types.js';
import type { Method } from './transport.js';

/** An entity or a body by its name in `docs/http/openapi.json`, such as `Repository` or `organizations.create.request`. */
export type ApiSchema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Operation<M extends Method, P extends keyof paths> =
  Lowercase<M> extends keyof paths[P] ? NonNullable<paths[P][Lowercase<M>]> : never;

/** The paths on which a method can be called. */
export type ApiPath<M extends Method> = {
  [P in keyof paths]: [Operation<M, P>] extends [never] ? never : P;
}[keyof paths];

type WithoutNever<T> = { readonly [K in keyof T as [NonNullable<T[K]>] extends [never] ? never : K]: T[K] };

/** A field that may be left out when all that is in it may be. */
type Field<Name extends string, T> = Partial<T> extends T ? { readonly [N in Name]?: T } : { readonly [N in Name]: T };

type ParametersOf<O> = O extends { readonly parameters: infer Parameters } ? WithoutNever<Parameters> : never;

/** Where both JSON and the media type of Git LFS are taken, JSON is sent. */
type Content<C> = C extends { readonly 'application/json': infer Json } ? Json : C[keyof C];

type BodyOf<O> = O extends { readonly requestBody: { readonly content: infer C } }
  ? { readonly body: Content<C> }
  : O extends { readonly requestBody?: infer B }
    ? NonNullable<B> extends { readonly content: infer C }
      ? { readonly body?: Content<C> }
      : { readonly body?: never }
    : never;

/** What any call may be told on top of its parameters and its body. */
export interface ApiCallOptions extends CallOptions {
  /** On top of those that the client sends, such as `range` or `if-none-match`; one that it sends too takes its place, in whatever case its name is written. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether doing it twice is doing it once. Without it: yes for GET, HEAD, PUT, DELETE and with an `idempotency-key`, otherwise no. */
  readonly isRepeatable?: boolean | undefined;
  /** Whether the service may work for minutes before it answers, which a transport that gives up silent connections has to know. False without it. */
  readonly answersLate?: boolean | undefined;
  /** A body with more bytes is not read, and is a `malformed_answer`; 16 MiB without it. */
  readonly maxBytes?: number | undefined;
}

/** What an operation is called with: `params.path`, `params.query` and `params.header`, and `body`, as far as it has them. */
export type ApiRequest<M extends Method, P extends ApiPath<M>> = ApiCallOptions &
  Field<'params', ParametersOf<Operation<M, P>>> &
  BodyOf<Operation<M, P>>;

type SuccessStatus = 200 | 201 | 202 | 204 | 206 | 304;

type DataOf<Response> = Response extends { readonly content: infer C } ? C[keyof C] : undefined;

type AnswersOf<Responses> = {
  [S in keyof Responses & SuccessStatus]: {
    readonly status: S;
    readonly data: DataOf<Responses[S]>;
    /** The value of a header, by its name in lower case. */
    readonly header: (name: string) => string | undefined;
  };
}[keyof Responses & SuccessStatus];

/** What an operation answers when it succeeds: one of these, told apart by `status`. */
export type ApiAnswer<M extends Method, P extends ApiPath<M>> =
  Operation<M, P> extends { readonly responses: infer Responses } ? AnswersOf<Responses> : never;

type Arguments<Request> = Partial<Request> extends Request ? [request?: Request] : [request: Request];

/** The operations of one method. */
export type ApiMethod<M extends Method> = <P extends ApiPath<M>>(
  path: P,
  ...request: Arguments<ApiRequest<M, P>>
) => ResultAsync<ApiAnswer<M, P>, ApiError>;

/**
 * Every operation of the HTTP API: `api.GET('/api/v1/organizations/{orgID}', { params: { path: { orgID: 'acme' } } })`. Parameters, bodies and answers are
 * typed by `docs/http/openapi.json`, and an answer that is not of its type is the error `malformed_answer`.
 */
export type Api = { readonly [M in Method]: ApiMethod<M> };
