import type { Application } from '@svc/core';
import type { ResultAsync } from 'neverthrow';
import type { z } from 'zod';
import type { OfferedAgent } from './agent-package.js';
import type { Metrics } from './metrics.js';
import type { Access, Grant, Strengthen } from './access.js';
import type { Body, BodyValue } from './body.js';
import type { DeclaredError, KindOf } from './declared-error.js';
import type { HttpError, HttpErrorOf } from './http-error.js';
import type { Outputs, Reply } from './reply.js';
import type { Parameters, Route, RouteBase, RouteLaw } from './route.js';

/** A request that has passed every check of its row. */
export interface Request<A extends Access, R extends string, Q, H, B> {
  readonly application: Application;
  /** Where clients reach the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Of the server that runs the service; undefined where it does not say. */
  readonly version: string | undefined;
  readonly requestId: string;
  /** Whether the client asks for nothing of the answer but its headers. */
  readonly isHead: boolean;
  /** Undefined where the service hands out none. */
  readonly agent: OfferedAgent | undefined;
  /** Undefined where nothing is measured. */
  readonly metrics: Metrics | undefined;
  readonly grant: Grant<A>;
  readonly strengthen: Strengthen<A>;
  readonly params: Parameters<R>;
  readonly query: Q;
  readonly headers: H;
  readonly body: B;
  /** Tells when the client has gone without waiting for the answer. */
  readonly clientSignal: () => AbortSignal;
}

type Parsed<S> = unknown extends z.output<S> ? undefined : z.output<S>;

/**
 * An endpoint. `errors` are those that its handler answers, with their reasons; those of the checks before it are known from the row itself.
 * `query` and `headers` parse what they name and ignore the rest.
 */
export interface Row<
  A extends Access,
  R extends Route,
  Q extends z.core.$ZodType,
  H extends z.core.$ZodType,
  B extends Body | undefined,
  O extends Outputs,
  E extends readonly DeclaredError[],
> {
  /** `resource.verb`, unique. */
  readonly name: string;
  readonly summary: string;
  readonly route: R & RouteLaw<NoInfer<A>, R>;
  readonly base?: RouteBase;
  readonly access: A;
  /** Whether a request that is too many waits for its turn, for clients that repeat none. */
  readonly waitsForTurn?: true;
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: B;
  readonly output: O;
  readonly errors: E;
  handle(request: Request<A, R, Parsed<Q>, Parsed<H>, BodyValue<B>>): ResultAsync<Reply<O>, HttpErrorOf<KindOf<E[number]>>>;
}

/** A row without its type parameters: what router, OpenAPI and tables fold over. */
export interface Endpoint {
  readonly name: string;
  readonly summary: string;
  readonly route: Route;
  readonly base?: RouteBase;
  readonly access: Access;
  readonly waitsForTurn?: true;
  readonly query?: z.core.$ZodType;
  readonly headers?: z.core.$ZodType;
  readonly body?: Body | undefined;
  readonly output: Outputs;
  readonly errors: readonly DeclaredError[];
  handle(request: ErasedRequest): ResultAsync<ErasedReply, HttpError>;
}

export interface ErasedReply {
  readonly status: number;
  readonly body?: unknown;
}

export interface ErasedRequest {
  readonly application: Application;
  readonly baseUrl: string;
  readonly version: string | undefined;
  readonly requestId: string;
  readonly isHead: boolean;
  readonly agent: OfferedAgent | undefined;
  readonly metrics: Metrics | undefined;
  readonly grant: unknown;
  readonly strengthen: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly clientSignal: () => AbortSignal;
}

/** Checks a row against the types of its parts, and forgets them. `handle` is a method, so the erasure needs no assertion. */
export const endpoint = <
  const A extends Access,
  const R extends Route,
  const O extends Outputs,
  const E extends readonly DeclaredError[],
  Q extends z.core.$ZodType = z.core.$ZodType,
  H extends z.core.$ZodType = z.core.$ZodType,
  B extends Body | undefined = undefined,
>(
  row: Row<A, R, Q, H, B, O, E>,
): Endpoint => row;
