import Router from '@koa/router';
import { createApplication, type Settings, verifyingBlobStore } from '@svc/core';
import { createHttpHandler } from '@svc/http-koa';
import { nodePorts, startJobs } from '@svc/node';
import Koa from 'koa';
import { randomBytes } from 'node:crypto';
import type { OpenStorage } from './storage.js';

/** Where the service lives in this application. */
export const mountPath = '/files';

/** An application of your own, with the service below a path of it. `origin` is where clients reach the application. */
export const createApp = async (origin: string, openStorage: OpenStorage) => {
  // Every URL that the service hands out begins with this, so the path belongs to it.
  const baseUrl = `${origin}${mountPath}`;
  // Links that were signed with other keys are refused: keep yours when links shall outlive a restart.
  const linkKeys = [{ id: 'k1', secret: randomBytes(32) }];
  const settings: Settings = { baseUrl, linkKeys, defaultPlan: 'developer' };

  const { unitOfWork, blobs, close } = await openStorage(settings);
  const ports = await nodePorts();
  const application = createApplication({ ...ports, unitOfWork, blobs: verifyingBlobStore(blobs, ports.hasher), settings });
  const jobs = startJobs(application, { onFault: console.error });
  const svc = createHttpHandler({
    application,
    settings: { baseUrl, rateLimit: { perSecond: 30, burst: 60 } },
    log: { fault: console.error },
  });

  const router = new Router();
  router.get('/', (ctx) => {
    ctx.body = 'An application of your own';
  });
  // Before any body parser: uploads are streamed, not collected.
  router.all(`${mountPath}/{*path}`, svc.middleware);
  const app = new Koa().use(router.routes());
  return { app, operator: application.operator, stop: () => jobs.stop().then(close) };
};
