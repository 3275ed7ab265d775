import type { ClientRequestArgs } from 'node:http';
import { isIP, type LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { EgressForbidden } from './egress-forbidden.js';
import { isEgressPort } from './egress-port.js';
import type { Networks } from './networks.js';
import { isPublicAddress } from './public-address.js';

export interface Guard {
  readonly allow: Networks;
  /** Answers only addresses that may be dialled. */
  readonly lookup: LookupFunction;
}

export type Connected = (fault: Error | null, stream: Duplex) => void;

/** What an agent's `createConnection` does: judges, connects with the guard's look-up, and looks again at whom it has reached. */
export const guardedConnection = (
  { allow, lookup }: Guard,
  options: ClientRequestArgs,
  connected: Connected | undefined,
  connect: (options: ClientRequestArgs) => Duplex | null | undefined,
): Duplex | null | undefined => {
  if (!isReachable(options, allow)) {
    // Later, as every other fault of a connection comes; the socket is one that was never connected.
    process.nextTick(() => connected?.(new EgressForbidden(), new Socket()));
    return undefined;
  }
  const stream = connect({ ...options, lookup });
  if (stream instanceof Socket) watch(stream, allow);
  return stream;
};

/** `net.connect` looks no address up, so one that stands for itself is judged here. A path would be a socket of the machine's own. */
const isReachable = ({ host, port, path, socketPath }: ClientRequestArgs, allow: Networks): boolean =>
  !isGiven(path) &&
  !isGiven(socketPath) &&
  isEgressPort(Number(port)) &&
  (!isGiven(host) || isIP(host) === 0 || isPublicAddress(host, allow));

const isGiven = (text: string | null | undefined): text is string => text !== undefined && text !== null;

/** Ends the connection when its other end is not public after all, before anything was sent. */
export const watch = (socket: Socket, allow: Networks): void => {
  socket.prependOnceListener('connect', () => {
    if (socket.remoteAddress === undefined || !isPublicAddress(socket.remoteAddress, allow))
      socket.destroy(new EgressForbidden());
  });
};
