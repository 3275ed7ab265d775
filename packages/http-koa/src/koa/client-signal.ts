import type { ServerResponse } from 'node:http';

/** Aborts when the connection closes before the answer has been sent: its client has gone, and nobody waits for what the request asks for. */
export const clientSignal = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  const look = (): void => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.closed) look();
  else response.once('close', look);
  return gone.signal;
};
