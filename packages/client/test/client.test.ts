import { type ChunkName, type PackName, packPath, trusted } from '@svc/core/model';
import { foreignError } from '@svc/test-services/foreign-error';
import { expect } from 'chai';
import {
  type BaseState,
  type BlockNamesOptions,
  describeApiError,
  type NewMemory,
  type OpenOptions,
  type TransferKind,
  type TransferStats,
  type TreePath,
} from '../src/index.js';
import { type ClientRig, nameOf, oidOf, repository, startClientRig, usage } from './rigs/client-rig.js';
import { json, refusal } from './rigs/scripted-server.js';

describe('the client', () => {
  let rig: ClientRig;
  before(async () => {
    rig = await startClientRig();
  });
  after(() => rig.close());
  beforeEach(() => rig.forget());

  it('sends its credential and reads the answer', async () => {
    rig.server.script = [json(200, usage)];
    const answer = await rig.open({ baseUrl: `${rig.server.baseUrl}/` }).repositories.usage(repository);
    expect(answer._unsafeUnwrap()).to.deep.equal({ objectCount: 1, logicalBytes: 2, physicalBytes: 1, dedupRatio: 0.5 });
    const [request] = rig.server.seen;
    expect(request).to.include({ method: 'GET', url: `/api/v1/repositories/${repository}/usage` });
    expect(request?.headers.authorization).to.equal('Bearer svc_pat_secret');
  });

  it('finds a repository by its names, at the base URL itself', async () => {
    const found = {
      id: repository,
      organization_id: repository,
      name: 'Models',
      slug: 'models',
      description: '',
      visibility: 'PRIVATE',
      storage_mode: 'MANAGED',
      generation: 3,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    };
    rig.server.script = [json(200, { repository: found }), json(200, { repository: { id: 'none' } })];
    const name = { organization: 'acme', repository: 'models' };
    const answer = await rig.open({ baseUrl: `${rig.server.baseUrl}/base` }).repositories.find(name);
    expect(answer._unsafeUnwrap()).to.include({ id: repository, slug: 'models', generation: 3 });
    expect(rig.server.seen[0]).to.include({ method: 'GET', url: '/base/acme/models.git/info/lfs' });
    expect(rig.server.seen[0]?.headers.authorization).to.equal('Bearer svc_pat_secret');
    expect((await rig.open().repositories.find(name))._unsafeUnwrapErr()).to.include({ code: 'malformed_answer' });
  });

  it('tells what the service has refused', async () => {
    rig.server.script = [refusal(409, 'conflict')];
    const error = (await rig.open().tree.finalize(repository, []))._unsafeUnwrapErr();
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
    expect(rig.server.seen.length).to.equal(1);
  });

  it('tells which pointers of a Git history the service has refused, and nothing of what is no such list', async () => {
    const refused = (pointers: unknown) =>
      json(400, {
        error: { code: 'bad_request', message: 'No.', request_id: 'r', details: { reason: 'stored_otherwise', pointers } },
      });
    const [id, other, oid] = ['a'.repeat(40), 'b'.repeat(64), 'c'.repeat(64)];
    const wire = [
      { id, oid, size: 8, stored_size: 7 },
      { id: other, oid, size: 9 },
    ];
    const none = [
      [{ id }],
      [{ id, oid: '\u001b[2J', size: 8 }],
      [{ id: '\u001b[2J', oid, size: 8 }],
      [{ id, oid: 'c'.repeat(40), size: 8 }],
    ];
    rig.server.script = [wire, ...none].map(refused);
    const send = async () =>
      (await rig.open().gitIndex.sendTree(repository, repository, { bytes: new Uint8Array(), isGzip: false }))._unsafeUnwrapErr();
    expect((await send()).pointers).to.deep.equal([
      { id, oid, sizeBytes: 8, storedBytes: 7 },
      { id: other, oid, sizeBytes: 9, storedBytes: undefined },
    ]);
    for (const _ of none) expect(await send()).to.not.have.property('pointers');
  });

  it('describes an error without what disturbs a terminal', async () => {
    rig.server.script = [json(403, { error: { code: 'forbidden', message: 'a\u001b[2Jb\nc', request_id: 'r' } })];
    const error = (await rig.open().repositories.usage(repository))._unsafeUnwrapErr();
    expect(describeApiError(error)).to.equal('a [2Jb c (403, request r)');
  });

  it('understands refusals that are none of the service', async () => {
    rig.server.script = [(response) => response.writeHead(404).end('<html>')];
    expect((await rig.open().repositories.usage(repository))._unsafeUnwrapErr()).to.include({
      status: 404,
      code: 'http_404',
      message: 'The service answered 404.',
      requestId: undefined,
    });
  });

  it('says of a 401 without a body, as a HEAD gets it, that it is about the credential', async () => {
    rig.server.script = [(response) => response.writeHead(401).end()];
    const missing = (await rig.open().tree.head(repository, packPath(nameOf('a'))))._unsafeUnwrapErr();
    expect(missing.message).to.equal('The service answered 401: the credential is missing, or is not valid any more.');
  });

  it('repeats what the page of a proxy is called, for that says what is lacking', async () => {
    const page = '<html>\r\n<head><title>400 No required SSL certificate was sent</title></head>\r\n</html>';
    rig.server.script = [(response) => response.writeHead(400, { 'content-type': 'text/html' }).end(page)];
    expect((await rig.open().repositories.usage(repository))._unsafeUnwrapErr()).to.include({
      code: 'http_400',
      message: 'The service answered 400 with a page: 400 No required SSL certificate was sent.',
    });
  });

  it('names the host of a signed URL that refuses in words of its own', async () => {
    rig.elsewhere.script = [(response) => response.writeHead(403).end('<Error>'), refusal(404, 'not_found')];
    const open = async () => (await rig.open().downloads.open(`${rig.elsewhere.baseUrl}/signed`, 0))._unsafeUnwrapErr();
    const { host } = new URL(rig.elsewhere.baseUrl);
    expect(await open()).to.include({ code: 'http_403', message: `The server of the signed URL, ${host}, answered 403.` });
    expect((await open()).message).to.equal('It is not_found.');
  });

  it('says of a body that is too large for a proxy whose limit it is, and repeats what the service says of its own', async () => {
    rig.server.script = [
      (response) => response.writeHead(413, { 'content-type': 'text/html' }).end('<html>413 Request Entity Too Large</html>'),
      json(413, { error: { code: 'payload_too_large', message: 'At most 1 MiB.', request_id: 'r' } }),
    ];
    const put = async () =>
      (await rig.open().uploads.put(`${rig.server.baseUrl}/signed`, Buffer.from('bytes')))._unsafeUnwrapErr();
    const ofProxy = await put();
    expect(ofProxy).to.include({ status: 413, code: 'http_413' });
    expect(ofProxy.message).to.contain('A proxy before the service').and.contain('client_max_body_size');
    expect((await put()).message).to.equal('At most 1 MiB.');
  });

  it('says who it is as its caller wants, to the service and to signed URLs', async () => {
    rig.server.script = [json(200, usage)];
    rig.elsewhere.script = [(response) => response.writeHead(200).end()];
    const client = rig.open({ userAgent: 'uploader/1.2' });
    (await client.repositories.usage(repository))._unsafeUnwrap();
    (await client.uploads.put(`${rig.elsewhere.baseUrl}/signed`, Buffer.from('bytes')))._unsafeUnwrap();
    expect([...rig.server.seen, ...rig.elsewhere.seen].map(({ headers }) => headers['user-agent'])).to.deep.equal([
      'uploader/1.2',
      'uploader/1.2',
    ]);
    for (const userAgent of ['', 'two\nlines', 'ü']) expect(() => rig.open({ userAgent })).to.throw(TypeError, 'user agent');
  });

  it('tells its transport which requests may take minutes to be answered: those that have bytes verified', async () => {
    const late: string[] = [];
    const client = rig.open({
      transport: async ({ method, url, answersLate }) => {
        if (answersLate === true) late.push(`${method} ${new URL(url).pathname.split('/').slice(5).join('/')}`);
        throw new Error('offline');
      },
    });
    const object = { oid: oidOf('a'), sizeBytes: 1 };
    const action = { href: `${rig.server.baseUrl}/a/b/c/d/verify`, header: {} };
    const chunk = {
      name: nameOf<ChunkName>('a'),
      pack: nameOf<PackName>('b'),
      offset: 8,
      storedBytes: 1,
      rawBytes: 1,
      encoding: 0,
    } as const;
    const calls = [
      () => client.tree.finalize(repository, [object]),
      () => client.tree.declare(repository, { push: repository, from: 0, chunks: [chunk] }),
      () => client.tree.lookUp(repository, { oids: [object.oid] }),
      () => client.tree.put(repository, packPath(nameOf('b')), new Uint8Array(1)),
      () => client.uploads.complete(repository, 's', object),
      () => client.uploads.finalize(repository, 's'),
      () => client.lfs.verify(action, object),
      () => client.lfs.upload(action, new Uint8Array(1)),
    ];
    for (const call of calls) expect((await call()).isErr()).to.equal(true);
    expect([...new Set(late)]).to.deep.equal([
      'POST lfs/finalize',
      'POST lfs/objects/announce',
      `POST uploads/s/objects/${object.oid}/complete`,
      'POST uploads/s/finalize',
      'POST verify',
    ]);
  });

  it('takes whatever a fetch rejects with for a failed connection', async () => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as a fetch of somebody else may do it
    const error = (await rig.open({ fetch: () => Promise.reject('offline') }).repositories.usage(repository))._unsafeUnwrapErr();
    expect(error).to.include({ code: 'transport', message: 'The connection to the service failed: offline' });
  });

  it('tells the cause of a failed connection also where it comes from another realm, as under Jest', async () => {
    const failed = foreignError('fetch failed', { cause: foreignError('connect ECONNREFUSED 127.0.0.1:1', {}) });
    const error = (await rig.open({ fetch: () => Promise.reject(failed) }).repositories.usage(repository))._unsafeUnwrapErr();
    expect(error).to.include({ message: 'The connection to the service failed: connect ECONNREFUSED 127.0.0.1:1' });
  });

  it('tells why each address of a host does not answer, for which Node has no word', async () => {
    const each = ['connect ECONNREFUSED ::1:1', 'connect ECONNREFUSED 127.0.0.1:1'];
    const ofNode = foreignError('', { errors: each.map((message) => foreignError(message, {})) });
    for (const failed of [ofNode, foreignError('fetch failed', { cause: ofNode })]) {
      const error = (await rig.open({ fetch: () => Promise.reject(failed) }).repositories.usage(repository))._unsafeUnwrapErr();
      expect(error).to.include({ message: `The connection to the service failed: ${each.join(', ')}` });
    }
  });

  const deaf: readonly (readonly [string, typeof fetch])[] = [
    ['a fetch', () => new Promise(() => undefined)],
    ['a body', async () => new Response(new ReadableStream())],
  ];
  for (const [what, fetchIt] of deaf) {
    it(`ends by its signal, also when ${what} does not listen to it`, async () => {
      const signal = AbortSignal.timeout(20);
      const error = (await rig.open({ fetch: fetchIt }).repositories.usage(repository, { signal }))._unsafeUnwrapErr();
      expect(error.code).to.equal('aborted');
    });
  }

  it('follows no redirect, so that its credential goes nowhere else', async () => {
    rig.server.script = [(response) => response.writeHead(307, { location: `${rig.elsewhere.baseUrl}/stolen` }).end()];
    const error = (await rig.open().repositories.usage(repository))._unsafeUnwrapErr();
    expect(error.code).to.equal('redirected');
    expect(rig.elsewhere.seen).to.deep.equal([]);
  });

  it('sends its credential to no signed URL', async () => {
    rig.elsewhere.script = [(response) => response.writeHead(200).end()];
    (await rig.open().uploads.put(`${rig.elsewhere.baseUrl}/signed?sig=1`, Buffer.from('bytes')))._unsafeUnwrap();
    (
      await rig.open().uploads.put(`${rig.elsewhere.baseUrl}/signed?sig=1`, new Uint8Array(new SharedArrayBuffer(5)))
    )._unsafeUnwrap();
    (await rig.open().downloads.open(`${rig.elsewhere.baseUrl}/signed`, 0))._unsafeUnwrap();
    expect(rig.elsewhere.seen.map(({ headers }) => headers.authorization)).to.deep.equal([undefined, undefined, undefined]);
    expect(rig.elsewhere.seen.map(({ body }) => body.byteLength)).to.deep.equal([5, 5, 0]);
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
      expect((await rig.open().downloads.open(url, 0))._unsafeUnwrapErr().code).to.equal('unsafe_url');
    });
  }

  for (const id of ['.', '..']) {
    it(`calls nothing else for the id ${id}`, async () => {
      const client = rig.open();
      expect((await client.repositories.get(id))._unsafeUnwrapErr().code).to.equal('unsafe_url');
      expect((await client.uploads.finalize(repository, id))._unsafeUnwrapErr().code).to.equal('unsafe_url');
      expect(rig.server.seen).to.deep.equal([]);
    });
  }

  it('gives an error as a value, and calls nothing, for an id or a path with half a pair of surrogates in it', async () => {
    const client = rig.open();
    const half = '\ud800';
    const path = trusted<TreePath>(`a/${half}`);
    const range = { begin: 0, end: 1 };
    const calls = [
      client.repositories.get(half),
      client.repositories.find({ organization: half, repository: 'models' }),
      client.repositories.find({ organization: 'acme', repository: half }),
      client.downloads.blockNames(half, oidOf('a'), { range }),
      client.gitIndex.sendTree(repository, half, { bytes: new Uint8Array(), isGzip: false }),
      client.tree.head(repository, path),
      client.tree.get(repository, path, { maxBytes: 1 }),
      client.tree.getRanges(half, path, { ranges: [range, { begin: 2, end: 3 }] }),
      client.tree.put(repository, path, new Uint8Array()),
    ];
    for (const call of calls) expect((await call)._unsafeUnwrapErr().code).to.equal('unsafe_url');
    expect(rig.server.seen).to.deep.equal([]);
  });

  it('has names for all that its methods are given and give', async () => {
    const memory: NewMemory = (sizeBytes) => new Uint8Array(sizeBytes);
    const options: readonly [OpenOptions, BlockNamesOptions] = [{ end: 1 }, { range: { begin: 0, end: 1 } }];
    const [kind, stats]: readonly [TransferKind, TransferStats] = ['pull', { durationMs: 1 }];
    rig.server.script = [json(200, { state: 'chunks' })];
    const state: BaseState | undefined = (await rig.open().tree.convert(repository, oidOf('a'), []))._unsafeUnwrap();
    expect([memory(1).byteLength, options.length, kind, stats.durationMs, state]).to.deep.equal([1, 2, 'pull', 1, 'chunks']);
  });

  it('is not made for a place that must not see the credential', () => {
    expect(() => rig.open({ baseUrl: 'http://svc.example' })).to.throw(TypeError, 'Plain http');
    expect(() => rig.open({ baseUrl: 'https://svc.example?x=1' })).to.throw(TypeError);
    expect(() => rig.open({ credential: 'a\nb' })).to.throw(TypeError);
    expect(rig.open({ baseUrl: 'http://svc.example', allowPlainHttp: true }).baseUrl).to.equal('http://svc.example');
    expect(rig.open({ baseUrl: 'http://localhost:1/svc/' }).baseUrl).to.equal('http://localhost:1/svc');
  });

  it('does not take a page of a proxy for an answer', async () => {
    rig.server.script = [(response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')];
    expect((await rig.open().repositories.get(repository))._unsafeUnwrapErr().code).to.equal('malformed_answer');
  });
});
