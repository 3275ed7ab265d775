export type { AgentPackage, OfferedAgent } from './endpoint/agent-package.js';
export type { ByteBody, JsonBody } from './endpoint/body.js';
export type { ReasonsOf } from './endpoint/declared-error.js';
export type { Endpoint, ErasedReply, ErasedRequest } from './endpoint/endpoint.js';
export type { BodyTooSlow, MethodNotAllowed, PreconditionFailed, RangeNotSatisfiable } from './endpoint/http-error.js';
export type { Metrics } from './endpoint/metrics.js';
export type { RecordedAnswer, RecordedExample } from './endpoint/openapi-examples.js';
export type { ByteSource, TypedText } from './endpoint/reply.js';
export { endpoints } from './endpoints/index.js';
export { openApiDocument } from './endpoint/openapi.js';
export { configureServer } from './koa/configure-server.js';
export { createDrain, type Drain } from './koa/drain.js';
export { answerStarting } from './koa/starting.js';
export {
  createHttpHandler,
  type HttpHandler,
  type HttpHandlerOptions,
  type HttpSettings,
  type KoaContext,
  type KoaMiddleware,
} from './koa/http-handler.js';
export type { AnsweredRequest, Fault, HttpLog } from './koa/http-log.js';
export type { RateLimit, RateLimiter } from './koa/rate-limit.js';
