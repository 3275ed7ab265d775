import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Application } from '@svc/core';
import type { Next, ParameterizedContext } from 'koa';
import { type AgentPackage, offerAgent } from '../endpoint/agent-package.js';
import type { Metrics } from '../endpoint/metrics.js';
import { endpoints } from '../endpoints/index.js';
import { createInternalCheck } from './address.js';
import { createAwaitTurn } from './await-turn.js';
import { defaultBodyRate } from './body-pace.js';
import { createBodySenders } from './body-senders.js';
import { checkHttpSettings } from './check-http-settings.js';
import { crossOrigin } from './cross-origin.js';
import { createExchange } from './exchange.js';
import { guardedLog } from './guarded-log.js';
import type { HttpLog } from './http-log.js';
import { createMonitoringCheck } from './monitoring-check.js';
import { prepareEndpoint } from './prepared-endpoint.js';
import { createRateLimiter, monotonicMs, type RateLimit, type RateLimiter } from './rate-limit.js';
import { isOwnPath, relativeTo } from './relative-path.js';
import { requestListener } from './request-listener.js';
import { createRouter } from './router.js';

export interface HttpSettings {
  /** Where clients reach the service, without a trailing slash; its path may stand in front of the paths of requests, or be stripped by a proxy. */
  readonly baseUrl: string;
  /** Undefined: no limit. A rate above 0, and a burst of at least 1. */
  readonly rateLimit: RateLimit | undefined;
  /** Of all bodies together that come from one address, in bytes a second while they are waited for; 4,096 when absent, and any rate with 0. A body of bytes that comes more slowly is answered 408. */
  readonly minBodyBytesPerSecond?: number | undefined;
  /** Networks besides this machine that see `/healthz` and `/metrics`; none when absent. */
  readonly internalCidrs?: readonly string[] | undefined;
  /** With `Authorization: Bearer` and this, `/metrics` is seen from everywhere; from inside alone when absent. */
  readonly metricsToken?: string | undefined;
  /** How many proxies stand in front of the service, none when absent; with 0 their headers count for nothing. */
  readonly trustProxyHops?: number | undefined;
  /**
   * Where no plans are sold: the name of the setting by which the operator chooses those of new organizations. Refusals of a plan name it, for who reads
   * them is often the operator; absent, they do not.
   */
  readonly planSetting?: string | undefined;
  /** Of the server that runs the service, for `/readyz` to tell; absent, it does not. */
  readonly version?: string | undefined;
  /** Origins (`https://app.example.org`, as browsers write them) whose pages may use the service from a browser; none when absent. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Whether each reply is held against the schema, and each error against the list, that its row promises: for tests and development, not for production. False when absent. */
  readonly checkOutputs?: boolean | undefined;
}

export interface HttpHandlerOptions {
  readonly application: Application;
  readonly settings: HttpSettings;
  /** Without it nobody hears of what is answered 500. */
  readonly log?: HttpLog | undefined;
  /** Handed out to anybody, and named where it is told how to connect; none when absent. */
  readonly agentPackage?: AgentPackage | undefined;
  /** What `/metrics` shows to monitoring; without it the path does not exist. */
  readonly metrics?: Metrics | undefined;
  /** Counts requests in place of this process's own buckets; `settings.rateLimit` counts for nothing then. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** Milliseconds of a clock that never goes back, for the rates of requests and bodies; the machine's own when absent. */
  readonly monotonicNow?: (() => number) | undefined;
}

/**
 * What tells that a Koa app has made a context. Koa's own types stay out of those of this package: an Express application need not have them, and where
 * Express 5.3 lies beside them they do not compile.
 */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly app: object;
  path: string;
  status: number;
  body: unknown;
}

/** A method, for which the compiler lets a context have more than is told here: Koa's own has. */
export interface KoaMiddleware {
  handle(ctx: KoaContext, next: () => Promise<unknown>): Promise<unknown>;
}

export interface HttpHandler {
  /** For a Koa app of one's own, at its root or mounted below a path: answers the service's paths and leaves all others to `next`. */
  readonly middleware: KoaMiddleware['handle'];
  /** A listener for `node:http`, or for whatever takes one, that answers every request. */
  callback(): RequestListener;
}

/** The HTTP API over an application. Throws on settings that do not go, such as a malformed network, an origin that no page can have or no rate of requests. */
export const createHttpHandler = (options: HttpHandlerOptions): HttpHandler => {
  const { application, settings, monotonicNow = monotonicMs } = options;
  checkHttpSettings(settings);
  const log = guardedLog(options.log);
  const { baseUrl, rateLimit, trustProxyHops = 0, planSetting, version, checkOutputs = false } = settings;
  const { minBodyBytesPerSecond: bytesPerSecond = defaultBodyRate.bytesPerSecond } = settings;
  const limiter = options.rateLimiter ?? createRateLimiter(rateLimit, monotonicNow);
  const service = {
    application,
    baseUrl,
    agent: options.agentPackage && offerAgent(options.agentPackage),
    limiter,
    awaitTurn: createAwaitTurn({ limiter }),
    bodyRate: { ...defaultBodyRate, bytesPerSecond },
    findBodySender: createBodySenders(),
    monotonicNow,
    trustProxyHops,
    isInternal: createInternalCheck(settings),
    isMonitoring: createMonitoringCheck(settings.metricsToken),
    metrics: options.metrics,
    planSetting,
    version,
    crossOrigin: crossOrigin(settings.corsOrigins ?? []),
    checkOutputs,
  };
  const exchange = createExchange(service, createRouter(endpoints.map(prepareEndpoint)), log);
  const relative = relativeTo(baseUrl);

  return {
    middleware: (ctx: ParameterizedContext, next: Next) => {
      const path = relative(ctx);
      return path !== undefined && isOwnPath(path) ? exchange(ctx, path) : next();
    },
    callback: () =>
      requestListener(
        (ctx) => exchange(ctx, relative(ctx)),
        (error) => log.fault({ error, requestId: undefined, endpoint: undefined }),
      ),
  };
};
