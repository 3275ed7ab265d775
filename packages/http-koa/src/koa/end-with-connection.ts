import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Those of each connection that wait behind the answer before them. */
const waiting = new WeakMap<Socket, Set<ServerResponse>>();

/** An answer ends with the connection that it was given: here with one that has ended. */
const end = (response: ServerResponse): void => {
  response.destroy();
  response.assignSocket(new Socket());
};

const waitingOn = (socket: Socket): Set<ServerResponse> => {
  const known = waiting.get(socket);
  if (known !== undefined) return known;
  const responses = new Set<ServerResponse>();
  waiting.set(socket, responses);
  socket.once('close', () => responses.forEach(end));
  return responses;
};

/**
 * Has an answer end when its connection does, also one that waits behind another: a client may send requests before it has the answers to those before them.
 * Node gives an answer its connection when its turn comes, and where the connection ends before that tells nobody: whatever the answer holds, such as an open
 * file or the place of a reader, it would hold for ever.
 */
export const endWithConnection = ({ socket }: IncomingMessage, response: ServerResponse): void => {
  if (response.socket !== null) return;
  if (socket.closed) {
    end(response);
    return;
  }
  const responses = waitingOn(socket);
  responses.add(response);
  response.once('socket', () => responses.delete(response));
};
