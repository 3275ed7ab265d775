import type { Context } from 'koa';

/** A connection on which no byte moves for this long is closed. */
export const byteIdleMs = 60_000;

/** For an answer that is about to be sent: a reader who stops reading does not hold it, nor its connection. */
export const dropIdleReader = ({ req: { socket }, res }: Context): void => {
  socket.setTimeout(byteIdleMs);
  // Before Node's own listener, which may set the time that the connection waits for the next request: that request may take as long as it likes.
  res.prependOnceListener('finish', () => socket.setTimeout(0));
};
