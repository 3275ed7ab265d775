import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type ConnectionCheck, type ConnectionFault, MIB } from '@svc/core/model';
import { type Fault, type Operation, type StandIn, startStandIn } from '@svc/test-services/s3';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { createBucketConnector } from '../../src/index.js';
import { contentOf } from './rigs/bucket-content.js';
import { allPassed, egressTo, failedAt, loginTo, loopback } from './rigs/connect.js';
import { type Meddle, refuse, startProxy } from './rigs/meddling-proxy.js';

/** Servers that answer are given the time that a busy machine takes; those that never do end the waiting of the other one. */
const connector = createBucketConnector({
  egress: egressTo(loopback),
  deadlines: { checkMs: 60_000, totalMs: 120_000, cleanUpMs: 60_000 },
});
const hasty = createBucketConnector({
  egress: egressTo(loopback),
  deadlines: { checkMs: 3000, totalMs: 10_000, cleanUpMs: 500 },
});

interface Hostility {
  readonly title: string;
  readonly fault: Fault;
  readonly operation: Operation;
  readonly failing: readonly [ConnectionCheck, ConnectionFault];
}

const gigabytes = 10 * 1024 * MIB;
const elsewhere = 'http://169.254.169.254';

const hostilities: readonly Hostility[] = [
  {
    title: 'a listing of 10 GiB',
    fault: { kind: 'endless_listing', bytes: gigabytes },
    operation: 'ListObjectsV2',
    failing: ['credentials', 'unexpected_answer'],
  },
  {
    title: 'a listing that is no XML',
    fault: { kind: 'garbage' },
    operation: 'ListObjectsV2',
    failing: ['credentials', 'unexpected_answer'],
  },
  {
    title: 'a redirect to a metadata service',
    fault: { kind: 'redirect', origin: elsewhere },
    operation: 'ListObjectsV2',
    failing: ['credentials', 'unexpected_answer'],
  },
  {
    title: 'an error of the server',
    fault: { kind: 'internal_error' },
    operation: 'ListObjectsV2',
    failing: ['credentials', 'unexpected_answer'],
  },
  { title: 'silence', fault: { kind: 'hang' }, operation: 'ListObjectsV2', failing: ['credentials', 'timeout'] },
  { title: 'a reset connection', fault: { kind: 'reset' }, operation: 'ListObjectsV2', failing: ['credentials', 'unreachable'] },
  {
    title: 'a redirected write',
    fault: { kind: 'redirect', origin: elsewhere },
    operation: 'PutObject',
    failing: ['write', 'unexpected_answer'],
  },
  { title: 'a write that is never answered', fault: { kind: 'hang' }, operation: 'PutObject', failing: ['write', 'timeout'] },
  {
    title: 'a server that is too busy to write',
    fault: { kind: 'slow_down' },
    operation: 'PutObject',
    failing: ['write', 'unexpected_answer'],
  },
  {
    title: 'the bytes of something else',
    fault: { kind: 'other_bytes' },
    operation: 'GetObject',
    failing: ['read', 'wrong_bytes'],
  },
  { title: 'garbage instead of bytes', fault: { kind: 'garbage' }, operation: 'GetObject', failing: ['read', 'wrong_bytes'] },
  {
    title: 'a redirected read',
    fault: { kind: 'redirect', origin: elsewhere },
    operation: 'GetObject',
    failing: ['read', 'unexpected_answer'],
  },
  { title: 'a read that is never answered', fault: { kind: 'hang' }, operation: 'GetObject', failing: ['read', 'timeout'] },
  {
    title: 'a deletion that is never answered',
    fault: { kind: 'hang' },
    operation: 'DeleteObject',
    failing: ['delete', 'timeout'],
  },
];

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
  return address.port;
};

/** Samples the memory of this process while `act` runs, and answers by how much it was above the beginning at most. */
const riseDuring = async (act: () => Promise<unknown>): Promise<number> => {
  const start = process.memoryUsage().rss;
  let most = start;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
  await act();
  clearInterval(sampling);
  return Math.max(most, process.memoryUsage().rss) - start;
};

describe('checking a bucket of a hostile server', () => {
  let standIn: StandIn;
  let bucket: string;
  before(async () => {
    standIn = await startStandIn({ mode: 'strict' });
    bucket = await standIn.newBucket();
    // What the SDK loads at its first use is not the server's doing.
    await connector.check(loginTo(standIn, bucket));
  });
  after(() => standIn.stop());
  afterEach(() => standIn.heal());

  for (const { title, fault, operation, failing } of hostilities) {
    it(`meets ${title} (${operation}) with a code, in bounded memory, and comes to an end`, async () => {
      await standIn.inject(fault, { operations: [operation] });
      const generousTimeouts = fault.kind === 'hang' ? hasty : connector;
      const rise = await riseDuring(async () => {
        const { checks } = await generousTimeouts.check(loginTo(standIn, bucket));
        expect(checks).to.deep.equal(failedAt(...failing));
      });
      expect(rise).to.be.lessThan(64 * MIB);
      await standIn.heal();
      if (operation !== 'DeleteObject') expect(await contentOf(standIn, bucket)).to.deep.equal([]);
    });
  }

  it('unfolds no entities of a listing, in whose content it believes nothing', async () => {
    await standIn.inject({ kind: 'entity_bomb' }, { operations: ['ListObjectsV2'] });
    const rise = await riseDuring(async () => {
      const { checks } = await connector.check(loginTo(standIn, bucket));
      expect(checks).to.deep.equal(allPassed);
    });
    expect(rise).to.be.lessThan(64 * MIB);
  });

  it('meets half of the bytes with a code', async () => {
    await standIn.inject({ kind: 'truncated_body' }, { operations: ['GetObject'] });
    const { checks } = await connector.check(loginTo(standIn, bucket));
    // The cut may come before what was sent ahead of it has been read.
    expect([failedAt('read', 'wrong_bytes'), failedAt('read', 'unreachable')]).to.deep.include(checks);
  });

  it('comes to an end when every answer is slow', async () => {
    await standIn.inject({ kind: 'slow', milliseconds: 700 });
    const deadlines = { checkMs: 1500, totalMs: 2500, cleanUpMs: 500 };
    const { isHealthy } = await createBucketConnector({ egress: egressTo(loopback), deadlines }).check(loginTo(standIn, bucket));
    expect(isHealthy).to.equal(false);
  });

  const meddled = async (meddle: Meddle) => {
    const proxy = await startProxy(standIn.endpoint, meddle);
    const health = await connector.check(loginTo(standIn, bucket, { endpoint: proxy.endpoint }));
    await proxy.close();
    return health;
  };

  const isSigned = (url: string | undefined): boolean => url?.includes('X-Amz-Signature=') === true;

  it('tells that a right is missing', async () => {
    const rights: readonly (readonly [string, RegExp, ConnectionCheck])[] = [
      ['GET', /list-type=2/, 'credentials'],
      ['PUT', /x-id=PutObject/, 'write'],
      ['GET', /x-id=GetObject/, 'read'],
      ['DELETE', /x-id=DeleteObject/, 'delete'],
    ];
    for (const [method, query, failing] of rights) {
      const { checks } = await meddled(
        (request, response) =>
          request.method === method && query.test(request.url ?? '') && refuse(response, 403, 'AccessDenied'),
      );
      expect(checks).to.deep.equal(failedAt(failing, 'permission_refused'));
    }
  });

  it('tells that signed URLs are refused, or lead to other bytes', async () => {
    const refused = await meddled((request, response) => isSigned(request.url) && refuse(response, 403, 'AccessDenied'));
    expect(refused.checks).to.deep.equal(failedAt('signed_urls', 'signed_url_refused'));
    const unread = await meddled(
      (request, response) => request.method === 'GET' && isSigned(request.url) && refuse(response, 403, 'AccessDenied'),
    );
    expect(unread.checks).to.deep.equal(failedAt('signed_urls', 'signed_url_refused'));
    const other = await meddled((request, response) => {
      const isMet = request.method === 'GET' && isSigned(request.url);
      if (isMet) response.end(Buffer.alloc(1000));
      return isMet;
    });
    expect(other.checks).to.deep.equal(failedAt('signed_urls', 'wrong_bytes'));
    const redirected = await meddled((request, response) => {
      const isMet = request.method === 'GET' && isSigned(request.url);
      if (isMet) response.writeHead(302, { location: elsewhere }).end();
      return isMet;
    });
    expect(redirected.checks).to.deep.equal(failedAt('signed_urls', 'signed_url_refused'));
  });

  it('tells that a span of the bytes was asked for in vain', async () => {
    let stored: Uint8Array = new Uint8Array();
    const whole = await meddled((request, response, body) => {
      if (request.method === 'PUT') stored = body;
      const isMet = request.headers.range !== undefined;
      if (isMet) response.writeHead(200, { 'content-length': stored.byteLength }).end(stored);
      return isMet;
    });
    expect(whole.checks).to.deep.equal(failedAt('read', 'wrong_bytes'));
    const shifted = await meddled((request, response) => {
      const isMet = request.headers.range !== undefined;
      if (isMet) response.writeHead(206, { 'content-range': 'bytes 100-899/1000' }).end(Buffer.alloc(800));
      return isMet;
    });
    expect(shifted.checks).to.deep.equal(failedAt('read', 'wrong_bytes'));
  });

  it('tells that what was deleted is still there', async () => {
    const { checks } = await meddled((request, response) => {
      const isMet = request.method === 'DELETE';
      if (isMet) response.writeHead(204).end();
      return isMet;
    });
    expect(checks).to.deep.equal(failedAt('delete', 'unexpected_answer'));
  });

  it('takes a server that knows no checksums and no conditions for healthy', async () => {
    const health = await meddled((request, response) => {
      const { headers } = request;
      const isMet = ['x-amz-checksum-sha256', 'if-none-match', 'x-amz-checksum-algorithm'].some(
        (name) => headers[name] !== undefined,
      );
      return isMet && refuse(response, 501, 'NotImplemented');
    });
    expect(health).to.deep.equal({
      isHealthy: true,
      checkedAt: 0,
      checks: allPassed,
      capabilities: { checksumEnforced: false, createOnce: false, copyComputesSha256: false },
    });
  });

  it('repeats nothing of what a server says', async () => {
    const health = await meddled((request, response) => request.method === 'PUT' && refuse(response, 418, 'SecretInternalCode'));
    expect(JSON.stringify(health)).to.not.match(/internal|Secret|418/i);
    expect(health.checks).to.deep.equal(failedAt('write', 'unexpected_answer'));
  });

  it('reads no more of an endless object than it needs', async () => {
    let sentBytes = 0;
    const rise = await riseDuring(async () => {
      const { checks } = await meddled((request, response) => {
        if (request.method !== 'GET' || !/x-id=GetObject/.test(request.url ?? '')) return false;
        const send = (): void => {
          const chunk = Buffer.alloc(65_536);
          sentBytes += chunk.byteLength;
          if (response.destroyed) return;
          if (response.write(chunk)) setImmediate(send);
          else response.once('drain', send);
        };
        send();
        return true;
      });
      expect(checks).to.deep.equal(failedAt('read', 'wrong_bytes'));
    });
    expect(rise).to.be.lessThan(64 * MIB);
    expect(sentBytes).to.be.lessThan(64 * MIB);
  });

  it('waits for no head and no body that comes byte by byte', async () => {
    for (const isHead of [true, false]) {
      const server = createServer((_request, response) => {
        if (!isHead) response.writeHead(200, { 'content-type': 'application/xml' });
        const trickle = setInterval(() => (isHead ? response.socket?.write('H') : response.write(' ')), 20);
        response.on('close', () => clearInterval(trickle));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const login = loginTo(standIn, bucket, { endpoint: `http://127.0.0.1:${portOf(server)}` });
      const { isHealthy } = await hasty.check(login);
      expect(isHealthy).to.equal(false);
      server.closeAllConnections();
      server.close();
    }
  });

  it('calls a server too slow that takes connections and never answers, however late it is given up', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const patient = createBucketConnector({ egress: egressTo(loopback) });
    const { checks } = await patient.check(loginTo(standIn, bucket, { endpoint: `http://127.0.0.1:${portOf(server)}` }));
    expect(checks).to.deep.equal(failedAt('address', 'timeout'));
    server.closeAllConnections();
    server.close();
  });

  it('holds no connection when it is over', async () => {
    const open = new Set<Socket>();
    const server = createServer(() => undefined).on('connection', (socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const quick = createBucketConnector({ egress: egressTo(loopback), deadlines: { checkMs: 200 } });
    const { checks } = await quick.check(loginTo(standIn, bucket, { endpoint: `http://127.0.0.1:${portOf(server)}` }));
    expect(checks).to.deep.equal(failedAt('address', 'timeout'));
    await waitUntil('no connection is open', () => open.size === 0);
    server.close();
  });

  it('tells HTTP from what is none', async () => {
    const server = createServer().on('connection', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { checks } = await connector.check(loginTo(standIn, bucket, { endpoint: `http://127.0.0.1:${portOf(server)}` }));
    expect(checks).to.deep.equal(failedAt('address', 'unexpected_answer'));
    server.close();
  });
});
