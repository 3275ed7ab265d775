import Router from '@koa/router';
import type { Application } from '@svc/core';
import { createHttpHandler } from '@svc/http-koa';
import Koa from 'koa';

/** Where the service lives in this application. */
export const mountPath = '/files';

/** An application of your own, with the service below a path of it. `origin` is where clients reach the application. */
export const createApp = (application: Application, origin: string): Koa => {
  const svc = createHttpHandler({
    application,
    settings: {
      // Every URL that the service hands out begins with this, so the path belongs to it.
      baseUrl: `${origin}${mountPath}`,
      rateLimit: { perSecond: 30, burst: 60 },
      internalCidrs: [],
      trustProxyHops: 0,
      checkOutputs: false,
    },
  });
  const router = new Router();
  router.get('/', (ctx) => {
    ctx.body = 'An application of your own';
  });
  // Before any body parser: uploads are streamed, not collected.
  router.all(`${mountPath}/{*path}`, svc.middleware);
  const app = new Koa();
  app.use(router.routes());
  return app;
};
