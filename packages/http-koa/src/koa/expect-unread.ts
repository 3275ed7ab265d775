import type { IncomingMessage } from 'node:http';

/** Throws when the body is not there to be read any more: what is left of it would be taken for all that was sent. */
export const expectUnread = (request: IncomingMessage): void => {
  if (!request.readableDidRead && !request.readableEnded) return;
  throw new Error("The request's body was read before the service got it: mount the service in front of body parsers.");
};
