import type { Context } from 'koa';
import { limitIdle } from './limit-idle.js';

/** For an answer that is about to be sent: a reader who stops reading does not hold it, nor its connection. */
export const dropIdleReader = ({ req: { socket }, res }: Context): void => {
  // Before Node's own listener, which may set the time that the connection waits for the next request: that request may take as long as it likes.
  res.prependOnceListener('finish', limitIdle(socket));
};
