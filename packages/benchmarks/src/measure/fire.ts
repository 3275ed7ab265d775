import autocannon from 'autocannon';
import { median } from './median.js';

export interface Shot {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: string;
  readonly credential: string;
  readonly body?: string;
  /** JSON, unless it is given. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Fired {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly requestCount: number;
}

const requestOf = ({ method, url, credential, body, headers: given }: Shot) => {
  const { pathname, search } = new URL(url);
  const headers = { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json', ...given };
  return { method, path: pathname + search, headers, ...(body === undefined ? {} : { body }) };
};

/**
 * Sends requests for some seconds, one after the other by each client: client n sends the shots of salvo n in turns, and when there are fewer salvos
 * than clients, the next one begins with the first again.
 */
export const fire = async (salvos: readonly (readonly Shot[])[], clients: number, seconds: number): Promise<Fired> => {
  const first = salvos[0]?.[0];
  if (first === undefined) throw new Error('there is something to fire');
  let next = 0;
  const result = await autocannon({
    url: first.url,
    connections: clients,
    duration: seconds,
    setupClient: (client) => {
      const salvo = salvos[next % salvos.length] ?? [first];
      next += 1;
      client.setRequests(salvo.map(requestOf));
    },
  });
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${first.url}: ${result.errors} errors, ${result.non2xx} refusals`);
  return {
    requestsPerSecond: result.requests.average,
    p99Ms: result.latency.p99,
    requestCount: result.requests.total,
  };
};

/** What two rivals measure in turns, without their first round, in which they warm up. */
export const alternately = async <T>(
  rounds: number,
  measureOwn: () => Promise<T>,
  measurePeer: () => Promise<T>,
): Promise<{ readonly own: readonly T[]; readonly peer: readonly T[] }> => {
  const own: T[] = [];
  const peer: T[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    own.push(await measureOwn());
    peer.push(await measurePeer());
  }
  return { own: own.slice(1), peer: peer.slice(1) };
};

export type Rate = Pick<Fired, 'requestsPerSecond' | 'p99Ms'>;

export const medianRate = (all: readonly Rate[]): Rate => ({
  requestsPerSecond: median(all.map(({ requestsPerSecond }) => requestsPerSecond)),
  p99Ms: median(all.map(({ p99Ms }) => p99Ms)),
});
