import { connect } from 'node:net';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { startAcme } from '../support/acme.js';
import { chunkedObject } from '../support/chunked-object.js';
import { sendRaw } from '../support/raw-request.js';
import { type Answer, send, textAt, type TestRequest, valueAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { sha256, type TestUser, type World } from '../support/world.js';

const MIB = 1024 * 1024;
const hex = 'a'.repeat(64);

describe('files of the chunk tree', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  let repository: string;
  const object = chunkedObject(Buffer.from(Array.from({ length: 10_000 }, (_, at) => (at * 31 + (at >> 8)) % 251)));
  beforeEach(async () => {
    const acme = await startAcme({ defaultPlan: 'free' });
    ({ service, world, owner } = acme);
    repository = await world.repository(owner, acme.organization, { name: 'Models' });
  });
  afterEach(() => service.close());

  const call = (method: string, path: string, request: TestRequest = {}): Promise<Answer> =>
    world.call(method, `/repositories/${repository}/lfs/${path}`, { token: owner.token, ...request });
  const put = (path: string, body: Uint8Array | string, request: TestRequest = {}): Promise<Answer> =>
    call('PUT', path, { body, ...request });
  /** Declares a length and sends a part of it, or nothing. */
  const declare = (path: string, length: number, headers = ''): Promise<{ status: number; body: string }> =>
    sendRaw(
      service.port,
      `PUT /api/v1/repositories/${repository}/lfs/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
        `Authorization: Bearer ${owner.token}\r\nContent-Length: ${length}\r\n${headers}\r\n`,
    );

  it('are stored with 201 and no body, and given back byte by byte', async () => {
    for (const { path, bytes } of [object.pack, object.map, object.manifest, { path: 'meta/a.json', bytes: Buffer.from('{}') }]) {
      const stored = await put(path, bytes);
      expect([stored.status, stored.text], path).to.deep.equal([201, '']);
      const read = await call('GET', path);
      expect(read.status).to.equal(200);
      expect(read.bytes.equals(bytes), path).to.equal(true);
      expect(read.headers).to.include({
        'accept-ranges': 'bytes',
        'content-length': String(bytes.byteLength),
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('that are named by their bytes have that name as their ETag, the others none', async () => {
    await put(object.pack.path, object.pack.bytes);
    await put(object.map.path, object.map.bytes);
    await put('index.json', '{}');
    for (const { path } of [object.pack, object.map]) {
      expect((await call('HEAD', path)).headers.etag).to.equal(`"${path.replace(/.*\//, '')}"`);
    }
    expect((await call('GET', 'index.json')).headers.etag).to.equal(undefined);
  });

  it('give their size to HEAD, and nothing else', async () => {
    const { path, bytes } = object.pack;
    await put(path, bytes);
    const probe = await call('HEAD', path, { headers: { range: 'bytes=0-1' } });
    expect([probe.status, probe.headers['content-length'], probe.headers['accept-ranges'], probe.bytes.byteLength]).to.deep.equal(
      [200, String(bytes.byteLength), 'bytes', 0],
    );
    expect((await call('HEAD', `chunks/packs/${hex}`)).status).to.equal(404);
  });

  it('give one range as 206, the whole to nonsense, and 416 outside of the bytes', async () => {
    const { path, bytes } = object.pack;
    await put(path, bytes);
    const size = bytes.byteLength;
    const ranges = [
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      ['bytes=500-', 500, size - 1],
      ['bytes=-20', size - 20, size - 1],
      [`bytes=0-${size * 2}`, 0, size - 1],
      ['bytes=0-9223372036854775807', 0, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
    ] as const;
    for (const [range, first, last] of ranges) {
      const answer = await call('GET', path, { headers: { range } });
      expect(answer.status, range).to.equal(206);
      expect(answer.headers).to.include({
        'accept-ranges': 'bytes',
        'content-range': `bytes ${first}-${last}/${size}`,
        'content-length': String(last - first + 1),
      });
      expect(answer.bytes.equals(bytes.subarray(first, last + 1)), range).to.equal(true);
    }
    for (const range of ['bytes=0-1,5-6', 'bytes=0-1,1-6', 'bytes=5-1', 'nonsense', 'items=0-1', 'bytes=-']) {
      expect((await call('GET', path, { headers: { range } })).status, range).to.equal(200);
    }
    const name = path.replace(/.*\//, '');
    const other = await call('GET', path, { headers: { range: 'bytes=0-1', 'if-range': '"x"' } });
    const same = await call('GET', path, { headers: { range: 'bytes=0-1', 'if-range': `"${name}"` } });
    expect([other.status, same.status]).to.deep.equal([200, 206]);
    for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 5}`, 'bytes=-0']) {
      const outside = await call('GET', path, { headers: { range } });
      expect([outside.status, outside.headers['content-range']], range).to.deep.equal([416, `bytes */${size}`]);
      expect(outside.headers['accept-ranges'], range).to.equal('bytes');
      expect(textAt(outside.json, 'error.code')).to.equal('range_not_satisfiable');
      expect(textAt(outside.json, 'message')).to.equal(textAt(outside.json, 'error.message'));
    }
  });

  it('give several ranges of a pack in one answer to who takes such, and the whole to others and of any other file', async () => {
    const { path, bytes } = object.pack;
    await put(path, bytes);
    await put('meta/a', bytes);
    const range = 'bytes=0-9,100-199';
    const headers = { range, accept: 'multipart/byteranges, */*' };
    const answer = await call('GET', path, { headers });
    const type = answer.headers['content-type'] ?? '';
    const boundary = type.slice('multipart/byteranges; boundary='.length);
    expect([answer.status, type]).to.deep.equal([206, `multipart/byteranges; boundary=${boundary}`]);
    expect(answer.headers).to.include({ 'content-length': String(answer.bytes.byteLength), 'content-disposition': 'attachment' });
    expect(answer.headers).to.not.have.property('content-range');
    const part = (first: number, last: number): string =>
      `--${boundary}\r\nContent-Type: application/octet-stream\r\nContent-Range: bytes ${first}-${last}/${bytes.byteLength}\r\n\r\n` +
      `${Buffer.from(bytes.subarray(first, last + 1)).toString('latin1')}\r\n`;
    expect(answer.bytes.toString('latin1')).to.equal(`${part(0, 9)}${part(100, 199)}--${boundary}--\r\n`);

    const name = path.replace(/.*\//, '');
    const same = await call('GET', path, { headers: { ...headers, 'if-range': `"${name}"` } });
    const other = await call('GET', path, { headers: { ...headers, 'if-range': '"x"' } });
    expect([same.status, other.status, other.bytes.equals(bytes)]).to.deep.equal([206, 200, true]);
    for (const accept of ['text/html , Multipart/Byteranges;q=0.001', 'multipart/byteranges;q=1.0,*/*;q=0'])
      expect((await call('GET', path, { headers: { range, accept } })).status, accept).to.equal(206);
    const unwilling = ['multipart/byteranges;q=0', '*/*, multipart/byteranges ; q=0.000', 'multipart/byteranges-x'];
    for (const accept of ['*/*', 'multipart/*', 'application/octet-stream', ...unwilling]) {
      const whole = await call('GET', path, { headers: { range, accept } });
      expect([whole.status, whole.bytes.equals(bytes)], accept).to.deep.equal([200, true]);
    }
    const plain = await call('GET', 'meta/a', { headers });
    expect([plain.status, plain.bytes.equals(bytes)]).to.deep.equal([200, true]);
    expect((await call('HEAD', path, { headers })).headers['content-length']).to.equal(String(bytes.byteLength));
    service.blobs.failNext({ call: 'open', when: 'before' });
    expect((await call('GET', path, { headers })).status).to.equal(503);
  });

  it('that are empty can be stored where no name forbids it, and have no range', async () => {
    expect((await put('meta/empty', '')).status).to.equal(201);
    const read = await call('GET', 'meta/empty');
    expect([read.status, read.headers['content-length'], read.text]).to.deep.equal([200, '0', '']);
    expect((await call('GET', 'meta/empty', { headers: { range: 'bytes=0-' } })).status).to.equal(416);
    expect((await put(`chunks/packs/${hex}`, '')).status).to.equal(400);
  });

  it('are replaced when they are plain, and never when their name is their hash', async () => {
    expect((await put('meta/a', 'first')).status).to.equal(201);
    expect((await put('meta/a', 'the second')).status).to.equal(201);
    expect((await call('GET', 'meta/a')).text).to.equal('the second');

    const { path, bytes } = object.pack;
    const wrong = Buffer.from(bytes);
    wrong[20] = (wrong[20] ?? 0) ^ 1;
    expect((await put(path, wrong)).status).to.equal(400);
    expect((await call('HEAD', path)).status).to.equal(404);
    expect((await put(path, bytes)).status).to.equal(201);
    expect((await put(path, bytes)).status).to.equal(201);
    expect((await put(path, wrong)).status).to.equal(400);
    expect((await put(path, bytes.subarray(1))).status).to.equal(400);
    expect((await call('GET', path)).bytes.equals(bytes)).to.equal(true);
    expect((await put(object.map.path, object.pack.bytes)).status).to.equal(400);
  });

  it('that are replaced while they are being opened are given as they are then, whole', async () => {
    await put('meta/a', 'first');
    const { read } = service.application.tree;
    let isReplaced = false;
    const racing = await startService({
      ports: () => service.ports,
      application: (application) => ({
        ...application,
        tree: {
          ...application.tree,
          read: (grant, path) =>
            read(grant, path).andThen((file) =>
              ResultAsync.fromSafePromise<unknown>(isReplaced ? put('meta/a', 'the second') : Promise.resolve(undefined)).map(
                () => file,
              ),
            ),
        },
      }),
    });
    const get = (headers: TestRequest['headers'] = {}): Promise<Answer> =>
      send(racing.baseUrl, 'GET', `/api/v1/repositories/${repository}/lfs/meta/a`, { token: owner.token, headers });
    expect((await get()).text).to.equal('first');
    isReplaced = true;
    const whole = await get();
    expect([whole.text, whole.headers['content-length']]).to.deep.equal(['the second', '10']);
    await put('meta/a', 'first');
    const part = await get({ range: 'bytes=1-2' });
    expect([part.text, part.headers['content-range']]).to.deep.equal(['he', 'bytes 1-2/10']);
    await racing.close();
  });

  it('with a name of another form are plain files, whatever they hold', async () => {
    for (const path of ['chunks/packs/abc', `chunks/packs/${hex.toUpperCase()}`, `chunks/packs/x/${hex}`, `chunks/${hex}`]) {
      expect((await put(path, 'anything')).status, path).to.equal(201);
      expect((await call('GET', path)).text, path).to.equal('anything');
    }
  });

  it("stand in nobody's way: a name of the format is no plain file, and a file no folder", async () => {
    const folders = ['chunks', 'chunks/packs', 'chunks/maps', 'assets', `assets/${hex}`];
    for (const path of [...folders, `chunks/packs/${hex}/a`, `chunks/maps/${hex}/a`, `assets/${hex}/manifest.json/a`]) {
      const refused = await put(path, 'x');
      expect([refused.status, valueAt(refused.json, 'error.details')], path).to.deep.equal([
        400,
        { field: 'path', problem: 'unsupported' },
      ]);
      expect((await call('GET', path)).status, path).to.equal(404);
    }
    for (const { path, bytes } of [object.pack, object.map, object.manifest])
      expect((await put(path, bytes)).status).to.equal(201);
    expect((await put('meta/a', 'x')).status).to.equal(201);
    for (const path of ['meta', 'meta/a/b']) {
      const refused = await put(path, 'x');
      expect([refused.status, valueAt(refused.json, 'error.details.reason')], path).to.deep.equal([
        409,
        'directory_file_conflict',
      ]);
    }
  });

  it('that are manifests say whether a client may build on them', async () => {
    const { path, bytes } = object.manifest;
    await put(path, bytes);
    for (const method of ['GET', 'HEAD']) expect((await call(method, path)).headers['x-svc-state']).to.equal('unverified');
    expect((await put(path, 'replaced, as long as nobody has verified it')).status).to.equal(201);
    for (const file of [object.pack, object.map, object.manifest]) await put(file.path, file.bytes);
    const finalized = await call('POST', 'finalize', { body: { objects: [{ oid: object.oid, size: object.size }] } });
    expect(finalized.status).to.equal(200);
    for (const method of ['GET', 'HEAD']) expect((await call(method, path)).headers['x-svc-state']).to.equal('verified');
    expect((await call('HEAD', object.pack.path)).headers['x-svc-state']).to.equal(undefined);

    expect((await put(path, bytes)).status).to.equal(201);
    for (const other of [Buffer.concat([bytes, Buffer.from(' ')]), Buffer.from('{}'), Buffer.alloc(bytes.byteLength)]) {
      const refused = await put(path, other);
      expect([refused.status, valueAt(refused.json, 'error.details.reason')]).to.deep.equal([409, 'manifest_frozen']);
      expect(textAt(refused.json, 'message')).to.equal(textAt(refused.json, 'error.message'));
    }
    expect((await call('GET', path)).bytes.equals(bytes)).to.equal(true);
  });

  it('need a Content-Length, and a body of exactly that', async () => {
    const head =
      `PUT /api/v1/repositories/${repository}/lfs/meta/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `Authorization: Bearer ${owner.token}\r\n`;
    const chunked = await sendRaw(service.port, `${head}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`);
    expect(chunked.status).to.equal(400);
    expect(valueAt(JSON.parse(chunked.body), 'error.details')).to.deep.equal({ field: 'Content-Length', problem: 'missing' });
    expect((await sendRaw(service.port, `${head}\r\n`)).status).to.equal(400);

    await new Promise<void>((resolve) => {
      const socket = connect(service.port, '127.0.0.1', () => {
        socket.write(`${head}Content-Length: 100\r\n\r\n${'x'.repeat(60)}`, () => setTimeout(() => socket.destroy(), 20));
      });
      socket.once('close', () => resolve());
    });
    await waitUntil('it is noted', () => service.answered.some(({ status }) => status === 499));
    expect((await call('HEAD', 'meta/a')).status).to.equal(404);
  });

  it('take no body that is encoded: what hashes is what was sent', async () => {
    for (const encoding of ['gzip', 'br', 'zstd', 'deflate', 'gzip, identity', 'aws-chunked']) {
      const refused = await put('meta/a', 'x', { headers: { 'content-encoding': encoding } });
      expect(refused.status, encoding).to.equal(400);
      expect(textAt(refused.json, 'error.details.field')).to.equal('content-encoding');
    }
    expect((await put('meta/a', 'x', { headers: { 'content-encoding': 'identity' } })).status).to.equal(201);
    expect((await call('GET', 'meta/a')).text).to.equal('x');
  });

  it('are replaced as a whole or not at all: no part of one is taken, and no condition on the one that is there', async () => {
    expect((await put('meta/whole', 'before')).status).to.equal(201);
    const fields = [
      ['Content-Range', 'bytes 0-0/6'],
      ['If-Match', '"another"'],
      ['If-None-Match', '*'],
    ] as const;
    for (const [name, value] of fields) {
      const refused = await put('meta/whole', 'x', { headers: { [name]: value } });
      expect([refused.status, valueAt(refused.json, 'error.details')], name).to.deep.equal([
        400,
        { field: name, problem: 'unsupported' },
      ]);
    }
    expect((await call('GET', 'meta/whole')).text).to.equal('before');
  });

  const caps = [
    [`chunks/packs/${hex}`, 64 * MIB],
    [`chunks/maps/${hex}`, 4 * MIB],
    [`assets/${hex}/manifest.json`, 16 * MIB],
    ['meta/a', 8 * MIB],
    ['chunks/packs/named-otherwise', 8 * MIB],
    [`assets/${hex}/other.json`, 8 * MIB],
  ] as const;

  it('above their cap are 413 before any byte has come', async () => {
    const cases = caps.flatMap(([path, cap]) =>
      [cap + 1, cap * 2, Number.MAX_SAFE_INTEGER].map((length) => ({ path, cap, length })),
    );
    const answers = await Promise.all(cases.map(({ path, length }) => declare(path, length)));
    for (const [at, { path, cap, length }] of cases.entries()) {
      expect(answers[at]?.status, `${path} ${length}`).to.equal(413);
      const json: unknown = JSON.parse(answers[at]?.body ?? '');
      expect(textAt(json, 'error.code')).to.equal('payload_too_large');
      expect(textAt(json, 'message')).to.include(String(cap));
    }
  });

  it('of exactly their cap are taken', async () => {
    for (const [path, cap] of caps.slice(1)) {
      const isMap = path.endsWith(hex);
      expect((await put(path, Buffer.alloc(cap))).status, path).to.equal(isMap ? 400 : 201);
    }
  });

  it('that are sent above their cap are answered so that the sender can read it', async () => {
    const answer = await put('meta/a', Buffer.alloc(20 * MIB));
    expect([answer.status, answer.headers.connection]).to.deep.equal([413, 'close']);
  });

  it('count against the storage: 402 when it is full, 201 again when there is room', async () => {
    const objects = [sha256('a'), sha256('b')].map((oid) => ({ oid, size: 5 * 1024 * MIB }));
    const { token } = owner;
    const uploads = `/repositories/${repository}/uploads`;
    const session = textAt((await world.call('POST', uploads, { token })).json, 'session.id');
    expect((await world.call('POST', `${uploads}/${session}/objects`, { token, body: { objects } })).status).to.equal(200);
    const full = await put('meta/a', 'x');
    expect([full.status, valueAt(full.json, 'error.details.reason')]).to.deep.equal([402, 'storage_quota']);
    expect(textAt(full.json, 'message')).to.equal(textAt(full.json, 'error.message'));
    expect((await put('meta/empty', '')).status, 'an empty file counts for 512 bytes').to.equal(402);
    expect((await call('HEAD', 'meta/a')).status).to.equal(404);
    expect((await world.call('POST', `${uploads}/${session}/finalize`, { token })).status).to.equal(200);
    expect((await put('meta/a', 'x')).status, 'while what was asked for may still come').to.equal(402);
    service.clock.advance(75 * 60_000);
    expect((await service.application.maintenance.sweep())._unsafeUnwrap().sweptSessions).to.equal(1);
    expect((await put('meta/a', 'x')).status).to.equal(201);
  });

  it('take Basic and Bearer, and ask for Basic when there is neither', async () => {
    await put('meta/a', 'x');
    const basic = { authorization: `Basic ${Buffer.from(`anybody:${owner.token}`).toString('base64')}` };
    expect((await call('GET', 'meta/a', { token: undefined, headers: basic })).text).to.equal('x');
    for (const method of ['GET', 'HEAD', 'PUT']) {
      const unknown = await call(method, 'meta/a', { token: undefined });
      expect(unknown.status).to.equal(401);
      expect(unknown.headers).to.include({
        'lfs-authenticate': 'Basic realm="svc"',
        'www-authenticate': 'Basic realm="svc"',
      });
    }
  });

  it('of another repository are not there, stored or not, with the same 404', async () => {
    const other = await world.repository(owner, await world.organization(owner, 'Other'), { name: 'Other' });
    await put(object.pack.path, object.pack.bytes);
    const stranger = await world.user('stranger');
    const ask = (id: string, token: string) =>
      world.call('GET', `/repositories/${id}/lfs/${object.pack.path}`, { token, headers: { 'x-request-id': 'one' } });
    const [mine, theirs, nobodys] = [
      await ask(other, owner.token),
      await ask(repository, stranger.token),
      await ask('eeeeeeee-0000-4000-8000-000000000000', owner.token),
    ];
    expect([mine.status, theirs.status, nobodys.status]).to.deep.equal([404, 404, 404]);
    expect(theirs.text).to.equal(mine.text);
    expect(nobodys.text).to.equal(mine.text);
  });

  it('are for pullers to read and for pushers to write', async () => {
    const organization = await world.organization(owner, 'Shared');
    repository = await world.repository(owner, organization, { name: 'Shared' });
    const viewer = await world.user('viewer');
    await world.member(organization, viewer, 'VIEWER');
    await put('meta/a', 'x');
    expect((await call('GET', 'meta/a', { token: viewer.token })).status).to.equal(200);
    const refused = await put('meta/a', 'y', { token: viewer.token });
    expect([refused.status, refused.headers['www-authenticate']]).to.deep.equal([403, undefined]);
    expect(textAt(refused.json, 'message')).to.include('repository.push');
  });

  it('answer 503 with Retry-After when the store does not', async () => {
    service.blobs.failNext({ call: 'write', when: 'before' });
    const failed = await put('meta/a', 'x');
    expect([failed.status, failed.headers['retry-after']]).to.deep.equal([503, '1']);
    expect((await put('meta/a', 'x')).status).to.equal(201);
    service.blobs.failNext({ call: 'read', when: 'before' });
    const unread = await call('GET', 'meta/a');
    expect([unread.status, unread.headers['retry-after']]).to.deep.equal([503, '1']);
    expect((await send(service.baseUrl, 'GET', '/readyz')).status).to.equal(200);
  });
});
