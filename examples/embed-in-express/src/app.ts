import { createApplication, type Settings, verifyingBlobStore } from '@svc/core';
import { createHttpHandler } from '@svc/http-koa';
import { nodePorts, startJobs } from '@svc/node';
import express from 'express';
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

  const app = express();
  // Before any body parser: uploads are streamed, not collected.
  app.use(mountPath, svc.callback());
  app.use(express.json());
  app.get('/', (_request, response) => void response.send('An application of your own'));
  return { app, operator: application.operator, stop: () => jobs.stop().then(close) };
};
