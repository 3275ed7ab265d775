import { secondsOf, type Stall } from '../http-transport.js';

/** Says on the screen that a connection has fallen silent; once for several that do so together. */
export const createStallTeller = (
  stderr: (text: string) => void,
  now: () => number = () => performance.now(),
): ((stall: Stall) => void) => {
  const toldAt = new Map<string, number>();
  return ({ host, silentMs }) => {
    const at = now();
    if (at - (toldAt.get(host) ?? -Infinity) < silentMs / 2) return;
    toldAt.set(host, at);
    stderr(
      `svc: nothing has moved to or from ${host} for ${secondsOf(silentMs)} s; that connection is given up for another one\n`,
    );
  };
};
