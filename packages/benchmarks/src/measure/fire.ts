import autocannon from 'autocannon';

export interface Shot {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: string;
  readonly credential: string;
  readonly body?: string;
}

export interface Fired {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

/** Sends requests for some seconds, one after the other by each client: client n sends shot n, and begins again with the first one when there are fewer. */
export const fire = async (shots: readonly Shot[], clients: number, seconds: number): Promise<Fired> => {
  const [first] = shots;
  if (first === undefined) throw new Error('there is something to fire');
  let next = 0;
  const result = await autocannon({
    url: first.url,
    connections: clients,
    duration: seconds,
    setupClient: (client) => {
      const { method, url, credential, body } = shots[next % shots.length] ?? first;
      next += 1;
      const { pathname, search } = new URL(url);
      const headers = { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json' };
      client.setRequests([{ method, path: pathname + search, headers, ...(body === undefined ? {} : { body }) }]);
    },
  });
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${first.url}: ${result.errors} errors, ${result.non2xx} refusals`);
  return { requestsPerSecond: result.requests.average, p99Ms: result.latency.p99 };
};
