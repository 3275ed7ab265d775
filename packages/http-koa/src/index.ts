export type { AgentPackage } from './endpoint/agent-package.js';
export { endpoints } from './endpoints/index.js';
export { openApiDocument } from './endpoint/openapi.js';
export { configureServer } from './koa/configure-server.js';
export { answerStarting } from './koa/starting.js';
export { createHttpHandler, type HttpHandler, type HttpHandlerOptions, type HttpSettings } from './koa/http-handler.js';
export type { AnsweredRequest, Fault, HttpLog } from './koa/http-log.js';
export type { RateLimit, RateLimiter } from './koa/rate-limit.js';
