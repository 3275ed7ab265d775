import { isContentName, isOid, type ChunkName, type Oid, packPath, type PackName } from '@svc/core';
import { expect } from 'chai';
import { createClient, type Client, describeApiError, type ClientOptions } from '../src/index.js';
import { hangUp, json, refusal, type ScriptedServer, startScriptedServer } from './rigs/scripted-server.js';

const repository = '6f2c1c5e-8b0e-4d7e-9b8e-1c1f6c1b2a3d';

const oidOf = (digit: string): Oid => {
  const text = digit.repeat(64);
  if (!isOid(text)) throw new Error(`${text} is no oid`);
  return text;
};

const nameOf = <Name extends ChunkName | PackName>(digit: string): Name => {
  const text = digit.repeat(64);
  if (!isContentName<Name>(text)) throw new Error(`${text} names nothing`);
  return text;
};

const usage = { usage: { object_count: 1, logical_bytes: 2, physical_bytes: 1, uploaded_bytes: 2, dedup_ratio: 0.5 } };

describe('the client', () => {
  let server: ScriptedServer;
  let elsewhere: ScriptedServer;
  let waits: number[];
  before(async () => {
    server = await startScriptedServer();
    elsewhere = await startScriptedServer();
  });
  after(async () => {
    await server.close();
    await elsewhere.close();
  });
  beforeEach(() => {
    waits = [];
    server.seen.length = 0;
    elsewhere.seen.length = 0;
  });

  const open = (options: Partial<ClientOptions> = {}): Client =>
    createClient({
      baseUrl: server.baseUrl,
      credential: 'svc_pat_secret',
      retryMeans: { wait: async (ms) => void waits.push(ms), random: () => 0.5 },
      ...options,
    });

  it('sends its credential and reads the answer', async () => {
    server.script = [json(200, usage)];
    const answer = await open({ baseUrl: `${server.baseUrl}/` }).repositories.usage(repository);
    expect(answer._unsafeUnwrap()).to.deep.equal({ objectCount: 1, logicalBytes: 2, physicalBytes: 1, dedupRatio: 0.5 });
    const [request] = server.seen;
    expect(request).to.include({ method: 'GET', url: `/api/v1/repositories/${repository}/usage` });
    expect(request?.headers.authorization).to.equal('Bearer svc_pat_secret');
  });

  it('tells what the service has refused', async () => {
    server.script = [refusal(409, 'conflict')];
    const error = (await open().tree.finalize(repository, []))._unsafeUnwrapErr();
    expect(error).to.deep.equal({
      kind: 'api_error',
      status: 409,
      code: 'conflict',
      message: 'It is conflict.',
      reason: 'some_reason',
      requestId: 'r-1',
      retryAfterSeconds: undefined,
    });
    expect(describeApiError(error)).to.equal('It is conflict. (409, request r-1)');
    expect(server.seen.length).to.equal(1);
  });

  it('describes an error without what disturbs a terminal', async () => {
    server.script = [json(403, { error: { code: 'forbidden', message: 'a\u001b[2Jb\nc', request_id: 'r' } })];
    const error = (await open().repositories.usage(repository))._unsafeUnwrapErr();
    expect(describeApiError(error)).to.equal('a [2Jb c (403, request r)');
  });

  it('understands refusals that are none of the service', async () => {
    server.script = [(response) => response.writeHead(404).end('<html>')];
    expect((await open().repositories.usage(repository))._unsafeUnwrapErr()).to.include({
      status: 404,
      code: 'http_404',
      requestId: undefined,
    });
  });

  it('tries again after 5xx and broken connections, with growing pauses, four times in all', async () => {
    server.script = [refusal(500, 'internal'), hangUp, refusal(503, 'unavailable'), json(200, usage)];
    expect((await open().repositories.usage(repository)).isOk()).to.equal(true);
    expect(waits).to.deep.equal([125, 250, 500]);
    server.script = [hangUp];
    server.seen.length = 0;
    const error = (await open().repositories.usage(repository))._unsafeUnwrapErr();
    expect(error).to.include({ status: 0, code: 'transport' });
    expect(server.seen.length).to.equal(4);
  });

  it('waits for a host that has answered before, as long as a restart takes', async () => {
    const client = open();
    server.script = [json(200, usage), ...Array.from({ length: 8 }, () => hangUp), json(200, usage)];
    expect((await client.repositories.usage(repository)).isOk()).to.equal(true);
    expect((await client.repositories.usage(repository)).isOk()).to.equal(true);
    expect(waits).to.deep.equal([125, 250, 500, 1000, 2000, 4000, 8000, 10_000]);
    server.script = [hangUp];
    server.seen.length = 0;
    expect((await client.repositories.usage(repository))._unsafeUnwrapErr()).to.include({ code: 'transport' });
    expect(server.seen.length).to.equal(9);
  });

  it('does not repeat what must not be done twice when the host has gone away', async () => {
    const client = open();
    server.script = [json(200, usage), hangUp];
    expect((await client.repositories.usage(repository)).isOk()).to.equal(true);
    expect((await client.uploads.open(repository))._unsafeUnwrapErr()).to.include({ code: 'transport' });
    expect(waits).to.deep.equal([]);
  });

  it('waits as long as it is told to, and a little more', async () => {
    server.script = [refusal(429, 'rate_limited', { 'retry-after': '7' }), json(200, usage)];
    expect((await open().repositories.usage(repository)).isOk()).to.equal(true);
    expect(waits).to.deep.equal([7125]);
  });

  it('does not wait for longer than five minutes', async () => {
    server.script = [refusal(429, 'rate_limited', { 'retry-after': '301' })];
    expect((await open().repositories.usage(repository))._unsafeUnwrapErr()).to.include({ status: 429, retryAfterSeconds: 301 });
    expect(waits).to.deep.equal([]);
  });

  it('bears being told to slow down far more often than trouble, and not for ever', async () => {
    server.script = [refusal(429, 'rate_limited', { 'retry-after': '1' })];
    expect((await open().repositories.usage(repository))._unsafeUnwrapErr().status).to.equal(429);
    expect(server.seen.length).to.equal(61);
    expect(Math.max(...waits)).to.be.at.most(21_000);
  });

  it('asks for work that goes on far more often than for what has failed, without growing pauses', async () => {
    const pending = json(
      503,
      { error: { code: 'unavailable', message: 'Ask again.', request_id: 'r', details: { reason: 'verification_pending' } } },
      { 'retry-after': '5' },
    );
    const complete = (client: Client) => client.uploads.complete(repository, 's', { oid: oidOf('a'), sizeBytes: 1 });
    server.script = [...Array.from({ length: 20 }, () => pending), (response) => response.writeHead(204).end()];
    expect((await complete(open())).isOk()).to.equal(true);
    expect(waits).to.deep.equal(Array.from({ length: 20 }, () => 5125));
    server.seen.length = 0;
    server.script = [pending];
    expect((await complete(open({ retry: { maxPending: 3 } })))._unsafeUnwrapErr()).to.include({ status: 503 });
    expect(server.seen.length).to.equal(4);
  });

  it('reads which objects come in parts, asks for URLs of parts and for those that have arrived', async () => {
    const client = open();
    const oid = oidOf('a');
    const path = `/api/v1/repositories/${repository}/uploads/s/objects`;
    server.script = [
      json(200, { objects: [{ oid, size: 9, storage_key: 'k', parts: { part_size: 4, count: 3 } }] }),
      json(200, { parts: [{ part_number: 3, size: 1, upload_url: 'https://store.test/3', expires_in: 900 }] }),
      json(200, { part_size: 4, count: 3, uploaded: [{ part_number: 1, size: 4 }] }),
      json(200, { part_size: 0, count: 3, uploaded: [] }),
    ];
    const authorized = await client.uploads.authorize(repository, 's', [{ oid, sizeBytes: 9 }]);
    expect(authorized._unsafeUnwrap()).to.deep.equal([{ kind: 'parts', oid, partBytes: 4, count: 3 }]);
    expect((await client.uploads.mintParts(repository, 's', oid, [3]))._unsafeUnwrap()).to.deep.equal([
      { partNumber: 3, sizeBytes: 1, uploadUrl: 'https://store.test/3', expiresInSeconds: 900 },
    ]);
    expect((await client.uploads.listParts(repository, 's', oid))._unsafeUnwrap()).to.deep.equal({
      partBytes: 4,
      count: 3,
      uploaded: [{ partNumber: 1, sizeBytes: 4 }],
    });
    expect((await client.uploads.listParts(repository, 's', oid))._unsafeUnwrapErr().code).to.equal('malformed_answer');
    expect(server.seen.map(({ method, url }) => [method, url])).to.deep.equal([
      ['POST', path],
      ['POST', `${path}/${oid}/parts`],
      ['GET', `${path}/${oid}/parts`],
      ['GET', `${path}/${oid}/parts`],
    ]);
    expect(server.seen[1]?.body.toString()).to.equal('{"part_numbers":[3]}');
  });

  it('does not try again what must not be done twice', async () => {
    server.script = [refusal(503, 'unavailable')];
    expect((await open().uploads.open(repository))._unsafeUnwrapErr().status).to.equal(503);
    expect(server.seen.length).to.equal(1);
    server.script = [refusal(503, 'unavailable'), json(201, { session: { id: 's' } })];
    expect((await open().uploads.open(repository, { idempotencyKey: 'key' }))._unsafeUnwrap()).to.equal('s');
  });

  it('asks again for a body that breaks off', async () => {
    const bytes = Buffer.alloc(300_000, 7);
    server.script = [
      (response) => {
        response.writeHead(200, { 'content-length': bytes.byteLength });
        response.write(bytes.subarray(0, 1000), () => response.destroy());
      },
      (response) => response.writeHead(200, { 'content-length': bytes.byteLength }).end(bytes),
    ];
    const file = (await open().tree.get(repository, packPath(nameOf('a')), { maxBytes: 300_000 }))._unsafeUnwrap();
    expect(Buffer.compare(file?.bytes ?? Buffer.alloc(0), bytes)).to.equal(0);
  });

  it('returns at once when too many uploads are open: to wait ends none of them', async () => {
    const details = { reason: 'concurrent_uploads' };
    server.script = [json(429, { error: { code: 'rate_limited', message: 'Too many.', details } }, { 'retry-after': '60' })];
    const error = (await open().repositories.usage(repository))._unsafeUnwrapErr();
    expect(error).to.include({ status: 429, reason: 'concurrent_uploads', retryAfterSeconds: 60 });
    expect([server.seen.length, waits]).to.deep.equal([1, []]);
  });

  it('takes whatever a fetch rejects with for a failed connection', async () => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as a fetch of somebody else may do it
    const error = (await open({ fetch: () => Promise.reject('offline') }).repositories.usage(repository))._unsafeUnwrapErr();
    expect(error).to.include({ code: 'transport', message: 'The connection to the service failed: offline' });
  });

  const deaf: readonly (readonly [string, typeof fetch])[] = [
    ['a fetch', () => new Promise(() => undefined)],
    ['a body', async () => new Response(new ReadableStream())],
  ];
  for (const [what, fetchIt] of deaf) {
    it(`ends by its signal, also when ${what} does not listen to it`, async () => {
      const signal = AbortSignal.timeout(20);
      const error = (await open({ fetch: fetchIt }).repositories.usage(repository, { signal }))._unsafeUnwrapErr();
      expect(error.code).to.equal('aborted');
    });
  }

  it('ends by its signal, also while it waits', async () => {
    const end = new AbortController();
    server.script = [refusal(503, 'unavailable')];
    const wait = async (): Promise<void> => end.abort();
    const error = (
      await open({ retryMeans: { wait, random: () => 0 } }).repositories.usage(repository, { signal: end.signal })
    )._unsafeUnwrapErr();
    expect(error.code).to.equal('aborted');
    expect(server.seen.length).to.equal(1);
  });

  it('follows no redirect, so that its credential goes nowhere else', async () => {
    server.script = [(response) => response.writeHead(307, { location: `${elsewhere.baseUrl}/stolen` }).end()];
    const error = (await open().repositories.usage(repository))._unsafeUnwrapErr();
    expect(error.code).to.equal('redirected');
    expect(elsewhere.seen).to.deep.equal([]);
  });

  it('sends its credential to no signed URL', async () => {
    elsewhere.script = [(response) => response.writeHead(200).end()];
    (await open().uploads.put(`${elsewhere.baseUrl}/signed?sig=1`, Buffer.from('bytes')))._unsafeUnwrap();
    (await open().uploads.put(`${elsewhere.baseUrl}/signed?sig=1`, new Uint8Array(new SharedArrayBuffer(5))))._unsafeUnwrap();
    (await open().downloads.open(`${elsewhere.baseUrl}/signed`, 0))._unsafeUnwrap();
    expect(elsewhere.seen.map(({ headers }) => headers.authorization)).to.deep.equal([undefined, undefined, undefined]);
    expect(elsewhere.seen.map(({ body }) => body.byteLength)).to.deep.equal([5, 5, 0]);
  });

  for (const url of [
    'http://a\r\nb/',
    'http://127.0.0.1/%0d%0aX: y',
    'file:///etc/passwd',
    'http://storage.example/x',
    'https://u:p@host/',
    'nonsense',
  ]) {
    it(`opens no signed URL such as ${JSON.stringify(url)}`, async () => {
      expect((await open().downloads.open(url, 0))._unsafeUnwrapErr().code).to.equal('unsafe_url');
    });
  }

  it('is not made for a place that must not see the credential', () => {
    expect(() => open({ baseUrl: 'http://svc.example' })).to.throw(TypeError, 'Plain http');
    expect(() => open({ baseUrl: 'https://svc.example?x=1' })).to.throw(TypeError);
    expect(() => open({ credential: 'a\nb' })).to.throw(TypeError);
    expect(open({ baseUrl: 'http://svc.example', allowPlainHttp: true }).baseUrl).to.equal('http://svc.example');
    expect(open({ baseUrl: 'http://localhost:1/svc/' }).baseUrl).to.equal('http://localhost:1/svc');
  });

  describe('of the tree', () => {
    const path = packPath(nameOf('a'));

    it('tells an absent file from a present one, and a manifest that nobody vouches for', async () => {
      server.script = [
        refusal(404, 'not_found'),
        (response) => response.writeHead(200, { 'content-length': 12, 'x-svc-state': 'unverified' }).end(),
        (response) => response.writeHead(200, { 'content-length': 12 }).end(),
      ];
      const client = open();
      expect((await client.tree.head(repository, path))._unsafeUnwrap()).to.equal(undefined);
      expect((await client.tree.head(repository, path))._unsafeUnwrap()).to.deep.equal({ sizeBytes: 12, isVerified: false });
      expect((await client.tree.head(repository, path))._unsafeUnwrap()).to.deep.equal({ sizeBytes: 12, isVerified: true });
    });

    it('takes a range for what was asked only when it is that', async () => {
      const client = open();
      const get = () => client.tree.get(repository, path, { range: { begin: 10, end: 14 }, maxBytes: 4 });
      server.script = [(response) => response.writeHead(206, { 'content-range': 'bytes 10-13/99' }).end('abcd')];
      expect(Buffer.from((await get())._unsafeUnwrap()?.bytes ?? []).toString()).to.equal('abcd');
      expect(server.seen[0]?.headers.range).to.equal('bytes=10-13');
      for (const [contentRange, body] of [
        ['bytes 11-14/99', 'abcd'],
        ['bytes 10-13/99', 'abc'],
        ['bytes 10-13/99', 'abcde'],
      ] as const) {
        server.script = [(response) => response.writeHead(206, { 'content-range': contentRange }).end(body)];
        expect((await get())._unsafeUnwrapErr().code).to.equal('malformed_answer');
      }
      server.script = [(response) => response.writeHead(200).end('abcd')];
      expect((await get())._unsafeUnwrapErr().code).to.equal('malformed_answer');
    });

    it('reads no more than it wants', async () => {
      const client = open();
      server.script = [(response) => response.writeHead(200).end(Buffer.alloc(1000))];
      expect((await client.tree.get(repository, path, { maxBytes: 999 }))._unsafeUnwrapErr().code).to.equal('malformed_answer');
      expect((await client.tree.get(repository, path, { maxBytes: 1000 }))._unsafeUnwrap()?.bytes.byteLength).to.equal(1000);
    });

    it('looks chunks up by numbers', async () => {
      const names = [nameOf<ChunkName>('1'), nameOf<ChunkName>('2')];
      server.script = [
        json(200, {
          packs: ['b'.repeat(64)],
          chunks: [[1, 0, 8, 10, 20, 4]],
          sizes: [5],
          objects: [{ oid: oidOf('c'), size: 7 }],
        }),
      ];
      const oids = [oidOf('c'), oidOf('d')];
      const found = (await open().tree.lookUp(repository, { names, sizes: [5, 6], oids }))._unsafeUnwrap();
      expect([...found.chunks.values()]).to.deep.equal([
        { name: names[1], pack: 'b'.repeat(64), offset: 8, storedBytes: 10, rawBytes: 20, encoding: 4 },
      ]);
      expect([...found.knownSizes]).to.deep.equal([5]);
      expect([...found.objectSizes]).to.deep.equal([[oidOf('c'), 7]]);
      expect(JSON.parse(server.seen[0]?.body.toString() ?? '')).to.deep.equal({ chunks: names, sizes: [5, 6], oids });
    });

    for (const row of [
      [2, 0, 8, 10, 20, 4],
      [1, 1, 8, 10, 20, 4],
      [1, 0, -8, 10, 20, 4],
      [1, 0, 8, 10, 20, 3],
      [1, 0, 8, 10],
      'x',
    ]) {
      it(`refuses a look-up's answer with the row ${JSON.stringify(row)}`, async () => {
        server.script = [json(200, { packs: ['b'.repeat(64)], chunks: [row], sizes: [], objects: [] })];
        const names = [nameOf<ChunkName>('1'), nameOf<ChunkName>('2')];
        expect((await open().tree.lookUp(repository, { names }))._unsafeUnwrapErr().code).to.equal('malformed_answer');
      });
    }

    it('finalizes with counters under the names of the wire', async () => {
      server.script = [json(200, { generation: 3, objects: 1, pending: ['c'.repeat(64)] })];
      const stats = { durationMs: 5, newChunks: 2 };
      const done = (await open().tree.finalize(repository, [{ oid: oidOf('c'), sizeBytes: 9 }], { stats }))._unsafeUnwrap();
      expect(done).to.deep.equal({ generation: 3, objects: 1, pending: [oidOf('c')] });
      expect(JSON.parse(server.seen[0]?.body.toString() ?? '')).to.deep.equal({
        objects: [{ oid: oidOf('c'), size: 9 }],
        stats: { kind: 'push', duration_ms: 5, new_chunks: 2 },
      });
    });
  });

  it('reads a batch', async () => {
    server.script = [
      json(200, {
        transfer: 'svc',
        objects: [
          { oid: oidOf('1'), size: 1, actions: { upload: { href: 'https://svc.example/lfs' } } },
          { oid: oidOf('2'), size: 2, error: { code: 404, message: 'Not there.' } },
        ],
      }),
    ];
    const batch = await open().lfs.batch(repository, { operation: 'upload', transfers: ['svc'], objects: [] });
    expect(batch._unsafeUnwrap()).to.deep.equal({
      transfer: 'svc',
      entries: [
        {
          oid: oidOf('1'),
          sizeBytes: 1,
          action: { href: 'https://svc.example/lfs', header: {} },
          verify: undefined,
          error: undefined,
        },
        { oid: oidOf('2'), sizeBytes: 2, action: undefined, verify: undefined, error: { code: '404', message: 'Not there.' } },
      ],
    });
  });

  it('uploads an object as a batch says, and has it verified, without the credential', async () => {
    const actions = {
      upload: { href: `${server.baseUrl}/store`, header: { 'Content-Type': 'application/octet-stream', 'X-Checksum': 'sum' } },
      verify: { href: `${server.baseUrl}/verify?token=t` },
    };
    server.script = [
      json(200, { transfer: 'basic', objects: [{ oid: oidOf('1'), size: 3, actions }] }),
      json(200, {}),
      json(200, {}),
    ];
    const { lfs } = open();
    const batch = (await lfs.batch(repository, { operation: 'upload', transfers: ['basic'], objects: [] }))._unsafeUnwrap();
    const [{ action, verify } = expect.fail('one entry')] = batch.entries;
    if (action === undefined || verify === undefined) expect.fail('both actions');
    (await lfs.upload(action, Buffer.from('abc')))._unsafeUnwrap();
    (await lfs.verify(verify, { oid: oidOf('1'), sizeBytes: 3 }))._unsafeUnwrap();
    const [, put, post] = server.seen;
    expect(put).to.deep.include({ method: 'PUT', url: '/store', body: Buffer.from('abc') });
    expect(put?.headers).to.include({ 'content-type': 'application/octet-stream', 'x-checksum': 'sum' });
    expect(post).to.deep.include({ method: 'POST', url: '/verify?token=t' });
    expect(JSON.parse(post?.body.toString() ?? '')).to.deep.equal({ oid: oidOf('1'), size: 3 });
    for (const signed of [put, post]) expect(signed?.headers).not.to.include.keys('authorization');
  });

  it('refuses a batch whose headers are no texts', async () => {
    const actions = { upload: { href: 'https://svc.example/store', header: { 'X-Count': 1 } } };
    server.script = [json(200, { transfer: 'basic', objects: [{ oid: oidOf('1'), size: 3, actions }] })];
    const batch = open().lfs.batch(repository, { operation: 'upload', transfers: ['basic'], objects: [] });
    expect((await batch)._unsafeUnwrapErr().code).to.equal('malformed_answer');
  });

  it('does not take a page of a proxy for an answer', async () => {
    server.script = [(response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')];
    expect((await open().repositories.get(repository))._unsafeUnwrapErr().code).to.equal('malformed_answer');
  });
});
