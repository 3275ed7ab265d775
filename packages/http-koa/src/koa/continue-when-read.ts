import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const readingEvents = new Set<string | symbol>(['data', 'readable']);

/**
 * Tells a sender who waits for it (RFC 9110, 10.1.1) to go on when somebody begins to read the body, which is after every check that can be made
 * without. Node would say so at once, and have a body of gigabytes sent that is refused for its length or for a wrong token. It ends the connection
 * of a sender who was never told.
 */
export const continueWhenRead = (server: Server): void => {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    request.on('newListener', function tell(event: string | symbol) {
      if (!readingEvents.has(event)) return;
      request.off('newListener', tell);
      // What is left of a refused body is read too, to be thrown away.
      if (!response.headersSent) response.writeContinue();
    });
    server.emit('request', request, response);
  });
};
