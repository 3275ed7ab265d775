import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What becomes of a connection on which a commit is asked for. */
export type AtCommit = 'forward' | 'forward and cut' | 'cut';

export interface PostgresProxy {
  /** The given URL, by way of the proxy. */
  readonly url: string;
  atCommit: AtCommit;
  /** How many connections were cut. */
  readonly cuts: number;
  /** Cuts every connection that is open. */
  cutAll(): void;
  /** From now on nothing is passed on, and nothing is closed: so a host looks that has lost its power, or its cable. */
  fallSilent(): void;
  /** New connections work again. Those that were open when it fell silent, or were opened meanwhile, stay silent for ever, as behind a router that forgot them. */
  speakAgain(): void;
  close(): Promise<void>;
}

/** The message by which a client asks for a commit, without parameters: "Q", its length, its text. */
const commit = Buffer.from('Q\0\0\0\u000bcommit\0', 'latin1');

/** Stands between a client and PostgreSQL. */
export const startPostgresProxy = async (target: string): Promise<PostgresProxy> => {
  const { hostname, port } = new URL(target);
  const clients = new Set<Socket>();
  const upstreams = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let isSilent = false;
  const state: { atCommit: AtCommit; cuts: number } = { atCommit: 'forward', cuts: 0 };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    clients.add(client);
    if (isSilent) silent.add(client);
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    client.on('data', (data) => {
      if (silent.has(client)) return;
      const isCut = state.atCommit !== 'forward' && data.includes(commit);
      if (!isCut || state.atCommit === 'forward and cut') upstream.write(data);
      if (!isCut) return;
      state.cuts += 1;
      client.destroy();
      // The server ends the session only when it has done what it was asked for.
      upstream.end();
    });
    upstream.on('data', (data) => client.writable && !silent.has(client) && client.write(data));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => silent.has(client) || other.end());
    }
    client.on('close', () => clients.delete(client));
    upstreams.add(upstream);
    upstream.on('close', () => upstreams.delete(upstream));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  const url = new URL(target);
  url.port = String(address.port);
  const cutAll = (): void => {
    for (const client of clients) client.destroy();
  };
  return Object.assign(state, {
    url: url.href,
    cutAll,
    fallSilent: () => {
      isSilent = true;
      for (const client of clients) silent.add(client);
    },
    speakAgain: () => {
      isSilent = false;
    },
    close: async () => {
      cutAll();
      for (const upstream of upstreams) upstream.destroy();
      server.close();
      await once(server, 'close');
    },
  });
};
