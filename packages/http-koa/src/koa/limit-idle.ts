import type { Socket } from 'node:net';

/** A connection on which no byte moves for this long is closed. */
export const byteIdleMs = 60_000;

/** How many bodies and answers each connection is limited for: a client may send requests before it has the answers to those before them. */
const limited = new WeakMap<Socket, number>();

/** Limits how long the connection may be idle, until what is answered was called, once, and so for all that have limited it. */
export const limitIdle = (socket: Socket): (() => void) => {
  limited.set(socket, (limited.get(socket) ?? 0) + 1);
  socket.setTimeout(byteIdleMs);
  return () => {
    const left = (limited.get(socket) ?? 0) - 1;
    limited.set(socket, left);
    // Node may have limited it since, until the next request: where a body is over after its answer, which did not wait for that.
    if (left === 0 && socket.timeout === byteIdleMs) socket.setTimeout(0);
  };
};
