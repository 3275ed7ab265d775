import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { EgressForbidden } from '../src/egress-forbidden.js';
import { createGuardedAgents } from '../src/guarded-agents.js';
import { watch } from '../src/guarded-connection.js';
import { parseNetworks } from '../src/networks.js';
import { namedLookup } from './rigs/named-lookup.js';
import { type Sentinel, startSentinel } from './rigs/sentinel.js';
import { testCertificate } from '@svc/test-services/certificate';
import { waitUntil } from '@svc/test-services/wait-until';
import { outcomeOf, tryUrl } from './rigs/try-url.js';

const loopback = ['127.0.0.0/8', '::1'];

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
  return address.port;
};

describe('guarded agents', () => {
  let sentinel: Sentinel;
  const at = (host: string, scheme = 'http') => new URL(`${scheme}://${host}:${sentinel.port}/`);
  before(async () => {
    sentinel = await startSentinel();
  });
  after(() => sentinel.close());

  it('reach what the operator allows, by its address and by its name', async () => {
    const agents = createGuardedAgents({ allow: loopback, lookup: namedLookup({ 'bucket.test': [['127.0.0.1']] }) });
    for (const host of ['127.0.0.1', 'bucket.test', 'localhost', '[::ffff:127.0.0.1]'])
      expect(await tryUrl(agents, at(host)), host).to.equal(200);
    expect(await tryUrl(agents, at('10.0.0.1'))).to.equal('EGRESS_FORBIDDEN');
  });

  it('dial an address out of the answer that was judged, and look up no second time', async () => {
    const before = sentinel.connections();
    let lookups = 0;
    const names = namedLookup({ 'once.test': [['127.0.0.1'], ['127.0.0.9']] });
    const agents = createGuardedAgents({
      allow: ['127.0.0.1'],
      lookup: (hostname, options, callback) => {
        lookups += 1;
        names(hostname, options, callback);
      },
    });
    expect(await tryUrl(agents, at('once.test'))).to.equal(200);
    expect(lookups).to.equal(1);
    expect(await tryUrl(agents, at('once.test'))).to.equal('EGRESS_FORBIDDEN');
    expect(sentinel.connections() - before).to.equal(1);
  });

  it('refuse a name whose answer mixes public and other addresses, in whatever order and family', async () => {
    const before = sentinel.connections();
    const lists = [
      ['93.184.216.34', '127.0.0.1'],
      ['127.0.0.1', '93.184.216.34'],
      ['2606:4700::1111', '127.0.0.1'],
      ['93.184.216.34', '::1'],
      [...Array.from({ length: 50 }, (_, last) => `93.184.216.${last}`), '169.254.169.254'],
    ];
    for (const addresses of lists) {
      const agents = createGuardedAgents({ allow: [], lookup: namedLookup({ 'mixed.test': [addresses] }) });
      for (const family of [0, 4, 6]) expect(await tryUrl(agents, at('mixed.test'), { family })).to.equal('EGRESS_FORBIDDEN');
    }
    expect(sentinel.connections()).to.equal(before);
  });

  it('do not take the look-up of a request for their own', async () => {
    const before = sentinel.connections();
    const agents = createGuardedAgents({ allow: [], lookup: namedLookup({ 'bucket.test': [['10.0.0.1']] }) });
    const lookup = namedLookup({ 'bucket.test': [['127.0.0.1']] });
    expect(await tryUrl(agents, at('bucket.test'), { lookup })).to.equal('EGRESS_FORBIDDEN');
    expect(sentinel.connections()).to.equal(before);
  });

  it('say when a name has no address, or none of the family', async () => {
    const agents = createGuardedAgents({
      allow: loopback,
      lookup: namedLookup({ 'empty.test': [[]], 'v4.test': [['127.0.0.1']] }),
    });
    expect(await tryUrl(agents, at('empty.test'))).to.equal('ENOTFOUND');
    expect(await tryUrl(agents, at('v4.test'), { family: 6 })).to.equal('ENOTFOUND');
    expect(await tryUrl(agents, at('v4.test'), { family: 4 })).to.equal(200);
    expect(await tryUrl(agents, at('unknown.test'))).to.equal('ENOTFOUND');
  });

  it('connect to no socket of the machine', async () => {
    const path = join(tmpdir(), `svc-egress-${process.pid}.sock`);
    let connections = 0;
    const server = http.createServer((_request, response) => response.end()).on('connection', () => (connections += 1));
    server.listen(path);
    await once(server, 'listening');
    const { http: agent } = createGuardedAgents({ allow: ['0.0.0.0/0', '::/0'] });
    expect(await outcomeOf(http.request({ socketPath: path, path: '/', agent }))).to.equal('EGRESS_FORBIDDEN');
    expect(connections).to.equal(0);
    expect(await outcomeOf(http.request({ socketPath: path, path: '/' }))).to.equal(200);
    server.close();
  });

  it('connect to no port of another protocol', async () => {
    const agents = createGuardedAgents({ allow: loopback });
    for (const port of [1, 22, 25, 1023])
      expect(await tryUrl(agents, new URL(`http://127.0.0.1:${port}/`))).to.equal('EGRESS_FORBIDDEN');
    expect(await tryUrl(agents, new URL('http://127.0.0.1:80/'))).to.be.oneOf(['ECONNREFUSED', 200]);
  });

  it('end a connection that has reached another address than a public one before anything is sent', async () => {
    let received = 0;
    const server = http.createServer(() => (received += 1)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect(portOf(server), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: bucket.test\r\n\r\n');
    watch(socket, parseNetworks([]));
    const fault = await new Promise((resolve) => socket.once('error', resolve));
    expect(fault).to.be.instanceOf(EgressForbidden);
    server.close();
    await once(server, 'close');
    expect(received).to.equal(0);
  });

  it('say nothing of the address or the name in their fault', async () => {
    const agents = createGuardedAgents({ allow: [], lookup: namedLookup({ 'secret-host.test': [['10.9.8.7']] }) });
    const fault = await new Promise<Error>((resolve) =>
      http.get(at('secret-host.test'), { agent: agents.http }).on('error', resolve),
    );
    const shown = `${fault.message} ${fault.stack ?? ''} ${JSON.stringify(fault)}`;
    expect(shown).to.not.match(/10\.9\.8\.7|secret-host/);
    expect(fault).to.be.instanceOf(EgressForbidden);
  });

  it('follow no redirect', async () => {
    const before = sentinel.connections();
    const server = http.createServer((_request, response) => response.writeHead(302, { location: at('127.0.0.1').href }).end());
    server.listen(0, '127.0.0.2');
    await once(server, 'listening');
    const agents = createGuardedAgents({ allow: ['127.0.0.2'] });
    expect(await tryUrl(agents, new URL(`http://127.0.0.2:${portOf(server)}/`))).to.equal(302);
    expect(sentinel.connections()).to.equal(before);
    agents.http.destroy();
    server.close();
  });

  it('keep the name for the certificate and for the Host field', async () => {
    const heard: (string | undefined | false)[] = [];
    const server = https.createServer(
      {
        ...testCertificate,
        SNICallback: (name, done) => {
          heard.push(name);
          done(null);
        },
      },
      (request, response) => {
        heard.push(request.headers.host);
        response.end();
      },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(`https://bucket.test:${portOf(server)}/`);
    const lookup = namedLookup({ 'bucket.test': [['127.0.0.1']] });
    const trusting = createGuardedAgents({ allow: loopback, rejectUnauthorized: false, lookup });
    expect(await tryUrl(trusting, url)).to.equal(200);
    expect(heard).to.deep.equal(['bucket.test', `bucket.test:${portOf(server)}`]);
    expect(await tryUrl(createGuardedAgents({ allow: loopback, lookup }), url)).to.equal('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(await tryUrl(createGuardedAgents({ allow: loopback, lookup }), url, { rejectUnauthorized: false })).to.equal(
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    );
    expect(await tryUrl(createGuardedAgents({ allow: [], lookup }), url)).to.equal('EGRESS_FORBIDDEN');
    trusting.https.destroy();
    server.close();
  });

  it('use a connection again, and never one of another pair', async () => {
    let connections = 0;
    const server = http.createServer((_request, response) => response.end()).on('connection', () => (connections += 1));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(`http://127.0.0.1:${portOf(server)}/`);
    const [one, other] = [createGuardedAgents({ allow: loopback }), createGuardedAgents({ allow: loopback })];
    for (const agents of [one, one, one, other]) {
      expect(await tryUrl(agents, url)).to.equal(200);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(connections).to.equal(2);
    for (const agents of [one, other]) agents.http.destroy();
    server.close();
  });

  it('use no connection again where none is kept, however many requests come at once', async () => {
    let connections = 0;
    const server = http.createServer((_request, response) => response.end()).on('connection', () => (connections += 1));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(`http://127.0.0.1:${portOf(server)}/`);
    const agents = createGuardedAgents({ allow: loopback, keepsConnections: false, maxSockets: 1 });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => tryUrl(agents, url)));
    outcomes.push(await tryUrl(agents, url));
    expect(outcomes).to.deep.equal(Array.from({ length: 6 }, () => 200));
    expect(connections).to.equal(6);
    server.close();
  });

  it('close what nobody uses, and leave alone what is in use', async () => {
    const server = http.createServer((request, response) => {
      if (request.url === '/slow') setTimeout(() => response.end('slow'), 200);
      else response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const agents = createGuardedAgents({ allow: loopback, idleMs: 50 });
    expect(await tryUrl(agents, new URL(`http://127.0.0.1:${portOf(server)}/slow`))).to.equal(200);
    expect(await tryUrl(agents, new URL(`http://127.0.0.1:${portOf(server)}/`))).to.equal(200);
    await waitUntil('nothing idle is open', () => Object.keys(agents.http.freeSockets).length === 0);
    server.close();
    await once(server, 'close');
  });

  it('refuse networks that are none', () => {
    expect(() => createGuardedAgents({ allow: ['intranet'] })).to.throw('is not a network');
  });
});
