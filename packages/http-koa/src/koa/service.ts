import type { IncomingMessage } from 'node:http';
import type { Application } from '@svc/core';
import type { OfferedAgent } from '../endpoint/agent-package.js';
import type { Metrics } from '../endpoint/metrics.js';
import type Koa from 'koa';
import type { AwaitTurn } from './await-turn.js';
import type { BodyRate } from './body-pace.js';
import type { FindBodySender } from './body-senders.js';
import type { RateLimiter } from './rate-limit.js';

/** What all requests share. */
export interface Service {
  readonly application: Application;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Undefined where none is handed out. */
  readonly agent: OfferedAgent | undefined;
  readonly limiter: RateLimiter;
  readonly awaitTurn: AwaitTurn;
  readonly bodyRate: BodyRate;
  readonly findBodySender: FindBodySender;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicNow: () => number;
  /** Proxies in front of the service whose word about addresses counts. */
  readonly trustProxyHops: number;
  /** Whether a request comes from where `/healthz` may be seen. */
  readonly isInternal: (request: IncomingMessage) => boolean;
  /** Whether an Authorization header has the token of monitoring. */
  readonly isMonitoring: (authorization: string | undefined) => boolean;
  /** Undefined where nothing is measured. */
  readonly metrics: Metrics | undefined;
  /** By which the operator chooses the plans of new organizations, where none are sold. */
  readonly planSetting: string | undefined;
  /** Of the server that runs the service. */
  readonly version: string | undefined;
  /** Sees to requests from pages of other origins. */
  readonly crossOrigin: Koa.Middleware;
  /** Whether every reply is held against its row's schema: for tests and development. */
  readonly checkOutputs: boolean;
}
