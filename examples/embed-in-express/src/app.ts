import type { Application } from '@svc/core';
import { createHttpHandler } from '@svc/http-koa';
import express, { type Express } from 'express';

/** Where the service lives in this application. */
export const mountPath = '/files';

/** An application of your own, with the service below a path of it. `origin` is where clients reach the application. */
export const createApp = (application: Application, origin: string): Express => {
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
  const app = express();
  // Before any body parser: uploads are streamed, not collected.
  app.use(mountPath, svc.callback());
  app.use(express.json());
  app.get('/', (_request, response) => void response.send('An application of your own'));
  return app;
};
