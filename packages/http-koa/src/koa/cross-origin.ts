import cors from '@koa/cors';
import type Koa from 'koa';
import { responseHeaderNames } from '../endpoint/openapi-headers.js';
import { methods } from '../endpoint/route.js';

/** As long as Chromium remembers what a preflight has been told. */
const preflightSeconds = 7200;

/**
 * Lets pages of the origins read answers, and answers their preflights; where none is listed no answer says a word of it. The
 * credential is a header that a page puts on itself: there are no cookies that a browser would send along.
 */
export const crossOrigin = (origins: readonly string[]): Koa.Middleware => {
  if (origins.length === 0) return (_ctx, next) => next();
  const listed = new Set(origins);
  return cors({
    // A page of any other origin is answered as if there were no CORS; its browser then keeps the answer from it.
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return listed.has(origin) ? origin : '';
    },
    allowMethods: [...methods],
    exposeHeaders: [...responseHeaderNames],
    maxAge: preflightSeconds,
  });
};
