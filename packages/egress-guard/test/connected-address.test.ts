import { once } from 'node:events';
import type { ClientRequestArgs } from 'node:http';
import { connect, createServer, type Server, Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { expect } from 'chai';
import { EgressForbidden } from '../src/egress-forbidden.js';
import { guardedConnection } from '../src/guarded-connection.js';
import { guardedLookup } from '../src/guarded-lookup.js';
import { parseNetworks } from '../src/networks.js';
import { namedLookup } from './rigs/named-lookup.js';

/** A name that is looked up as public: what it leads to is judged once more when it is reached. */
const lookup = namedLookup({ 'bucket.test': [['93.184.216.34']] });

describe('an address that was reached', () => {
  let server: Server;
  let received: Buffer[];
  let port: number;
  const open = new Set<Socket>();
  beforeEach(async () => {
    received = [];
    server = createServer((socket) => {
      open.add(socket);
      socket.on('data', (piece) => received.push(piece));
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
    ({ port } = address);
  });

  afterEach(() => {
    for (const socket of open) socket.destroy();
    open.clear();
    server.close();
  });

  /** What comes of a connection whose dialling leads somewhere else than the look-up said. */
  const reach = async (
    cidrs: readonly string[],
    dial: (options: ClientRequestArgs) => Socket,
  ): Promise<{ readonly fault: unknown; readonly received: number }> => {
    const allow = parseNetworks(cidrs);
    const stream = guardedConnection(
      { allow, lookup: guardedLookup(lookup, allow) },
      { host: 'bucket.test', port },
      undefined,
      dial,
    );
    if (stream === null || stream === undefined) throw new Error('the look-up allows it');
    if (stream instanceof Socket) open.add(stream);
    stream.on('error', () => undefined);
    stream.write('POST / HTTP/1.1\r\nHost: bucket.test\r\n\r\nsecret');
    const [fault]: unknown[] = await Promise.race([
      once(stream, 'error').then(([thrown]: unknown[]) => [thrown]),
      once(stream, 'close').catch((thrown: unknown) => [thrown]),
      ...(cidrs.length === 0 ? [] : [once(server, 'connection').then(() => [undefined])]),
    ]);
    if (cidrs.length > 0) while (received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stream.destroy();
    server.close();
    await once(server, 'close');
    return { fault, received: Buffer.concat(received).byteLength };
  };

  const dials: Readonly<Record<string, (options: ClientRequestArgs) => Socket>> = {
    plainly: () => connect(port, '127.0.0.1'),
    'as what stands for an IPv4 address': () => connect(port, '::ffff:127.0.0.1'),
    'over TLS': () => connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false }),
  };

  for (const [how, dial] of Object.entries(dials)) {
    it(`and is not public is left before a byte is sent: ${how}`, async () => {
      const { fault, received: bytes } = await reach([], dial);
      expect(fault).to.be.instanceOf(EgressForbidden);
      expect(bytes).to.equal(0);
    });

    it(`and is allowed is spoken to: ${how}`, async () => {
      const { fault, received: bytes } = await reach(['127.0.0.0/8'], dial);
      expect(fault).to.equal(undefined);
      expect(bytes).to.be.greaterThan(0);
    });
  }
});
