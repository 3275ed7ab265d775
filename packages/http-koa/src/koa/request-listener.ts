import type { RequestListener } from 'node:http';
import Koa from 'koa';
import { thrownOutage } from '@svc/core/model';
import { isClientAbort } from './client-abort.js';

/** Of one answer: each layer that wants to know of its end listens once, and Node's pipeline four times. Node warns of more than ten. */
const mostListeners = 24;

/**
 * A Koa app of one middleware as a listener. `onFault` hears, once of each, of what could not be answered any more, such as a stream that broke under an
 * answer; not of a reader or a sender who left, nor of a storage that stopped answering.
 */
export const requestListener = (middleware: Koa.Middleware, onFault: (error: unknown) => void): RequestListener => {
  const app = new Koa();
  app.use(middleware);
  const told = new WeakSet();
  app.on('error', (error: unknown) => {
    if (isClientAbort(error) || thrownOutage(error) !== undefined) return;
    // Koa tells of a stream twice: when it fails, and when its pipe does.
    if (typeof error === 'object' && error !== null) {
      if (told.has(error)) return;
      told.add(error);
    }
    onFault(error);
  });
  const listener = app.callback();
  return (request, response) => {
    response.setMaxListeners(mostListeners);
    void listener(request, response);
  };
};
