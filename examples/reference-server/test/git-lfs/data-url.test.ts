import { expect } from 'chai';
import { objectNamed, type TestObject } from '../client/test-object.js';
import type { Answer } from '../client/exchange.js';
import { actionOf, basic, batch, jsonOf, send, store } from './lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';

describe('the URL of the bytes', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let token: string;
  let href: string;
  const object: TestObject = objectNamed('bytes', 100_000);
  const { oid, size, bytes } = object;

  before(async () => {
    world = await createLfsWorld();
    repository = await world.createRepository('bytes');
    token = await world.createToken();
    await store(repository.lfsUrl, token, object);
    href = actionOf(await batch(repository.lfsUrl, token, 'download', [{ oid, size }]), 'download').href;
  });
  after(() => world.close());

  const get = (range?: string): Promise<Answer> =>
    send({ method: 'GET', url: href, headers: { 'Accept-Encoding': 'gzip', ...(range === undefined ? {} : { Range: range }) } });

  const expectPart = (answer: Answer, first: number, last: number) => {
    expect(answer.status).to.equal(206);
    expect(answer.headers['content-range']).to.equal(`bytes ${first}-${last}/${size}`);
    expect(answer.headers['content-length']).to.equal(String(last - first + 1));
    expect(answer.bytes.equals(bytes.subarray(first, last + 1))).to.equal(true);
  };

  it('answers the whole with its length, and never encodes it', async () => {
    const answer = await get();
    expect(answer.status).to.equal(200);
    expect(answer.headers).to.include({ 'content-length': String(size), 'accept-ranges': 'bytes' });
    expect(answer.headers).to.not.have.property('content-encoding');
    expect(answer.bytes.equals(bytes)).to.equal(true);
  });

  it('answers the range with which a client goes on, up to the last byte', async () => {
    for (const first of [1, 32_768, size - 2, size - 1]) expectPart(await get(`bytes=${first}-${size - 1}`), first, size - 1);
  });

  it('answers open ranges, suffixes and ranges that end behind the end', async () => {
    expectPart(await get('bytes=99990-'), 99_990, size - 1);
    expectPart(await get('bytes=-10'), size - 10, size - 1);
    expectPart(await get(`bytes=-${size + 5}`), 0, size - 1);
    expectPart(await get('bytes=99990-999999999999'), 99_990, size - 1);
    expectPart(await get('bytes=0-0'), 0, 0);
  });

  it('answers 416 with the length when a range begins behind the end', async () => {
    for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 1}`, 'bytes=99999999999-', 'bytes=-0']) {
      const answer = await get(range);
      expect(answer.status, range).to.equal(416);
      expect(answer.headers['content-range']).to.equal(`bytes */${size}`);
    }
  });

  it('answers the whole to a range that is none', async () => {
    for (const range of ['bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=-'])
      expect((await get(range)).status, range).to.equal(200);
  });

  it('answers 403 and never 401, so that no client forgets its credential', async () => {
    const { oid: absent } = objectNamed('absent', 10);
    const put = actionOf(await batch(repository.lfsUrl, token, 'upload', [{ oid: absent, size: 10 }]), 'upload');
    const altered = (url: string) =>
      url.replace(/(signature=)(.)/, (_, name: string, digit: string) => name + (digit === '0' ? '1' : '0'));
    const expired = (url: string) => url.replace(/expires=\d+/, 'expires=1000000000');
    const requests = [
      { method: 'GET', url: altered(href) },
      { method: 'GET', url: expired(href) },
      { method: 'GET', url: href.replace(/\?.*/, '') },
      { method: 'GET', url: altered(href), headers: { Authorization: basic(token) } },
      { method: 'GET', url: put.href },
      { method: 'PUT', url: altered(put.href), body: Buffer.alloc(10) },
      { method: 'PUT', url: expired(put.href), body: Buffer.alloc(10) },
      { method: 'PUT', url: put.href.replace('size=10', 'size=11'), body: Buffer.alloc(11) },
      { method: 'PUT', url: href, body: bytes },
    ];
    for (const request of requests) {
      const answer = await send(request);
      expect(answer.status, `${request.method} ${request.url}`).to.equal(403);
      expect(answer.headers).to.not.have.any.keys('www-authenticate', 'lfs-authenticate');
      expect(jsonOf(answer)).to.have.nested.property('error.code', 'forbidden');
    }
  });

  it('looks at no credential', async () => {
    for (const authorization of [basic('svc_pat_wrong'), 'Bearer nonsense', 'Negotiate abc']) {
      expect((await send({ method: 'GET', url: href, headers: { Authorization: authorization } })).status).to.equal(200);
    }
  });

  it('needs a Content-Length that is the one it was made for', async () => {
    const { oid: absent } = objectNamed('lengths', 10);
    const put = actionOf(await batch(repository.lfsUrl, token, 'upload', [{ oid: absent, size: 10 }]), 'upload');
    for (const body of [Buffer.alloc(9), Buffer.alloc(11)]) {
      expect((await send({ method: 'PUT', url: put.href, body })).status).to.equal(400);
    }
    expect((await send({ method: 'PUT', url: put.href, body: Buffer.alloc(10), declaredBytes: 'chunked' })).status).to.equal(400);
  });
});
