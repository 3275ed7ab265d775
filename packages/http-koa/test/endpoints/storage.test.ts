import { connect } from 'node:net';
import { unavailable, type Unavailable } from '@svc/core/model';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { err, type Result, ResultAsync } from 'neverthrow';
import { startAcme } from '../support/acme.js';
import { type Answer, send, textAt, type TestRequest } from '../support/request.js';
import { sendRaw } from '../support/raw-request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestUser, type World } from '../support/world.js';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('signed URLs', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  let repository: string;
  let oid: string;
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 31) % 251));
  before(async () => {
    const acme = await startAcme();
    ({ service, world, owner } = acme);
    repository = await world.repository(owner, acme.organization, { name: 'Models' });
    oid = await world.object(owner, repository, bytes);
  });
  after(() => service.close());
  afterEach(() => expect(service.faults).to.deep.equal([]));

  const pathOf = (url: string): string => {
    const { pathname, search } = new URL(url);
    return pathname + search;
  };
  const downloadPath = async (): Promise<string> => {
    const body = { objects: [{ oid }] };
    const { json } = await world.call('POST', `/repositories/${repository}/downloads/authorize`, { token: owner.token, body });
    return pathOf(textAt(json, 'objects.0.download_url'));
  };
  const uploadPath = async (named: string, size: number): Promise<string> => {
    const uploads = `/repositories/${repository}/uploads`;
    const session = textAt((await world.call('POST', uploads, { token: owner.token })).json, 'session.id');
    const body = { objects: [{ oid: named, size }] };
    const { json } = await world.call('POST', `${uploads}/${session}/objects`, { token: owner.token, body });
    return pathOf(textAt(json, 'objects.0.upload_url'));
  };
  const request = (method: string, path: string, options?: TestRequest): Promise<Answer> =>
    send(service.baseUrl, method, path, options);

  it('give the bytes as a download that no browser runs', async () => {
    const answer = await request('GET', await downloadPath());
    expect(answer.status).to.equal(200);
    expect(answer.bytes.equals(bytes)).to.equal(true);
    expect(answer.headers).to.include({
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'content-length': String(bytes.byteLength),
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'application/octet-stream',
      etag: `"${oid}"`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('give the length to HEAD, whatever Range it sends', async () => {
    const answer = await request('HEAD', await downloadPath(), { headers: { range: 'bytes=0-1' } });
    expect(answer.status).to.equal(200);
    expect(answer.headers['content-length']).to.equal(String(bytes.byteLength));
    expect(answer.bytes.byteLength).to.equal(0);
  });

  it('give one range as 206, and 416 with the size outside of the bytes', async () => {
    const path = await downloadPath();
    const last = bytes.byteLength - 1;
    const ranges = [
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      [`bytes=150000-${last}`, 150_000, last],
      ['bytes=150000-', 150_000, last],
      ['bytes=-7', last - 6, last],
      ['bytes=65535-65536', 65_535, 65_536],
    ] as const;
    for (const [range, first, end] of ranges) {
      const answer = await request('GET', path, { headers: { range } });
      expect(answer.status, range).to.equal(206);
      expect(answer.headers['content-range']).to.equal(`bytes ${first}-${end}/${bytes.byteLength}`);
      expect(answer.headers['content-length']).to.equal(String(end - first + 1));
      expect(answer.bytes.equals(bytes.subarray(first, end + 1)), range).to.equal(true);
    }
    const outside = await request('GET', path, { headers: { range: `bytes=${bytes.byteLength}-` } });
    expect(outside.status).to.equal(416);
    expect(outside.headers['content-range']).to.equal(`bytes */${bytes.byteLength}`);
    expect(textAt(outside.json, 'error.code')).to.equal('range_not_satisfiable');
  });

  it('give the whole for several ranges, for nonsense, and for an If-Range that does not match', async () => {
    const path = await downloadPath();
    const requests = [{ range: 'bytes=0-1,3-4' }, { range: 'nonsense' }, { range: 'bytes=0-1', 'if-range': '"other"' }];
    for (const headers of requests) expect((await request('GET', path, { headers })).status).to.equal(200);
    const matching = { range: 'bytes=0-1', 'if-range': `"${oid}"` };
    expect((await request('GET', path, { headers: matching })).status).to.equal(206);
  });

  it('give 304 without a body to a client that has the bytes, and 412 to one that asks for others, before they look at a range', async () => {
    const path = await downloadPath();
    for (const method of ['GET', 'HEAD']) {
      const known = await request(method, path, { headers: { 'if-none-match': `"other", W/"${oid}"`, range: 'bytes=0-1' } });
      expect([known.status, known.headers.etag, known.bytes.byteLength], method).to.deep.equal([304, `"${oid}"`, 0]);
      expect((await request(method, path, { headers: { 'if-none-match': '"other"' } })).status, method).to.equal(200);
      expect((await request(method, path, { headers: { 'if-match': `"other", "${oid}"` } })).status, method).to.equal(200);
      const failed = await request(method, path, {
        headers: { 'if-match': '"other"', 'if-none-match': '*', range: 'bytes=0-1' },
      });
      expect(failed.status, method).to.equal(412);
      if (method === 'GET') expect(textAt(failed.json, 'error.code')).to.equal('precondition_failed');
    }
  });

  it('take exactly the declared bytes', async () => {
    const body = Buffer.from('some bytes');
    const path = await uploadPath(sha256(body), body.byteLength);
    expect((await request('PUT', path, { body: 'some byte' })).status).to.equal(400);
    expect((await request('PUT', path, { body: 'some bytes!' })).status).to.equal(400);
    const answer = await request('PUT', path, { body });
    expect(answer.status).to.equal(200);
    expect(answer.text).to.equal('');
  });

  it('need a Content-Length', async () => {
    const path = await uploadPath(sha256('x'), 1);
    const head = `PUT ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`;
    const answer = await sendRaw(service.port, head);
    expect(answer.status).to.equal(400);
    expect(answer.body).to.include('Content-Length');
  });

  it('of nothing need none, since some clients send nothing in chunks', async () => {
    for (const framing of ['Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n', '\r\n', 'Content-Length: 0\r\n\r\n']) {
      const path = await uploadPath(sha256(''), 0);
      const answer = await sendRaw(service.port, `PUT ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${framing}`);
      expect(answer.status, framing).to.equal(200);
    }
    const path = await uploadPath(sha256(''), 0);
    const more = 'Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n';
    expect((await sendRaw(service.port, `PUT ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}`)).status).to.equal(400);
  });

  it('answer 403 to a signature that is not theirs: altered, expired, for another method or key', async () => {
    const [download, upload] = [await downloadPath(), await uploadPath(sha256('y'), 1)];
    for (const path of ['/storage/x', '/storage//', '/storage/a?x=%', '/storage/a?a=1&a=1', '/storage/%E0%A4%A']) {
      for (const method of ['GET', 'HEAD', 'PUT'])
        expect((await request(method, path)).status, `${method} ${path}`).to.equal(403);
    }
    expect((await request('PUT', download, { body: 'y' })).status).to.equal(403);
    expect((await request('GET', upload)).status).to.equal(403);
    const refused = await request('GET', download.replace('signature=', 'signature=0'));
    expect(refused.status).to.equal(403);
    expect(textAt(refused.json, 'error.code')).to.equal('forbidden');
    expect(refused.headers['www-authenticate']).to.equal(undefined);
    service.clock.advance(900_000 - 1);
    expect((await request('GET', download)).status, 'in its last millisecond').to.equal(200);
    service.clock.advance(1);
    expect((await request('GET', download)).status).to.equal(403);
    expect((await request('PUT', upload, { body: 'y' })).status).to.equal(403);
  });

  it('answer 403 after any one character is changed', async () => {
    const path = await downloadPath();
    for (let at = '/storage/'.length; at < path.length; at += 1) {
      const character = path.charAt(at);
      const changed = path.slice(0, at) + (character === 'a' ? 'b' : 'a') + path.slice(at + 1);
      expect((await request('GET', changed)).status, changed).to.equal(403);
    }
  });

  it('never ask for a credential, and do not look at one', async () => {
    const answer = await request('GET', await downloadPath(), { headers: { authorization: 'Bearer nonsense' } });
    expect(answer.status).to.equal(200);
  });

  it('answer a refused upload before its bytes have come, and the sender can read that', async () => {
    const size = 50_000_000;
    const answer = await request('PUT', '/storage/x?signature=y', { body: Buffer.alloc(size) });
    expect(answer.status).to.equal(403);
    expect(answer.headers.connection).to.equal('close');
  });

  it('go on reading for a while what a refused sender still sends, so that nothing resets the answer', async () => {
    const socket = connect(service.port, '127.0.0.1');
    const errors: Error[] = [];
    let isClosed = false;
    socket.on('error', (error) => errors.push(error)).on('close', () => (isClosed = true));
    socket.write('PUT /storage/x HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n');
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    expect(answer).to.match(/^HTTP\/1\.1 403 /);
    for (let round = 0; round < 3; round += 1) {
      socket.write(Buffer.alloc(50_000));
      await wait(50);
    }
    expect({ errors, isClosed }).to.deep.equal({ errors: [], isClosed: false });
    socket.destroy();
  });

  it('keep nothing of an upload that breaks off, and call it no fault', async () => {
    const body = Buffer.alloc(100_000, 'z');
    const path = await uploadPath(sha256(body), body.byteLength);
    service.answered.length = 0;
    await new Promise<void>((resolve) => {
      const socket = connect(service.port, '127.0.0.1', () => {
        socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.byteLength}\r\n\r\n`);
        socket.write(body.subarray(0, 60_000), () => setTimeout(() => socket.destroy(), 20));
      });
      socket.once('close', () => resolve());
    });
    await waitUntil('it is noted', () => service.answered.some(({ status }) => status === 499));
    expect((await request('PUT', path, { body })).status).to.equal(200);
  });

  it('call it no fault when a reader leaves', async () => {
    const path = await downloadPath();
    service.answered.length = 0;
    for (let round = 0; round < 10; round += 1) {
      await new Promise<void>((resolve) => {
        const socket = connect(service.port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`));
        socket.once('data', () => socket.destroy());
        socket.once('close', () => resolve());
      });
    }
    await waitUntil('all are noted', () => service.answered.length >= 10);
  });
});

describe('a store that does not answer', () => {
  it('makes signed URLs and readiness answer 503 with Retry-After', async () => {
    const { service, world, owner, organization } = await startAcme();
    const repository = await world.repository(owner, organization, { name: 'Models' });
    const oid = await world.object(owner, repository, Buffer.from('bytes'));
    const body = { objects: [{ oid }] };
    const { json } = await world.call('POST', `/repositories/${repository}/downloads/authorize`, { token: owner.token, body });
    const url = new URL(textAt(json, 'objects.0.download_url'));
    for (const call of ['head', 'read'] as const) {
      service.blobs.failNext({ call, when: 'before' });
      const answer = await send(service.baseUrl, 'GET', url.pathname + url.search);
      expect(answer.status, call).to.equal(503);
      expect(answer.headers['retry-after']).to.equal('1');
      expect(answer.headers['content-disposition']).to.equal(undefined);
    }
    service.blobs.failNext({ call: 'check', when: 'before' });
    const ready = await send(service.baseUrl, 'GET', '/readyz');
    expect(ready.status).to.equal(503);
    expect(ready.headers['retry-after']).to.equal('1');
    expect((await send(service.baseUrl, 'GET', '/readyz')).status).to.equal(200);
    await service.close();
  });
});

describe('a store that gives up in the middle of an upload', () => {
  it('makes the upload answer 503 over a connection that still holds', async () => {
    const { service, world, owner, organization } = await startAcme({
      ports: (ports) => ({
        ...ports,
        blobs: {
          ...ports.blobs,
          write: (_key, body) => {
            const leaveEarly = async (): Promise<Result<void, Unavailable>> => {
              for await (const chunk of body) if (chunk.byteLength > 0) break;
              return err(unavailable('storage'));
            };
            return new ResultAsync(leaveEarly());
          },
        },
      }),
    });
    const repository = await world.repository(owner, organization, { name: 'Models' });
    const uploads = `/repositories/${repository}/uploads`;
    const session = textAt((await world.call('POST', uploads, { token: owner.token })).json, 'session.id');
    for (const size of [300_000, 5_000_000]) {
      const body = Buffer.alloc(size);
      const objects = [{ oid: sha256(body), size }];
      const authorize = await world.call('POST', `${uploads}/${session}/objects`, { token: owner.token, body: { objects } });
      const url = new URL(textAt(authorize.json, 'objects.0.upload_url'));
      const answer = await send(service.baseUrl, 'PUT', url.pathname + url.search, { body });
      expect(answer.status).to.equal(503);
      expect(textAt(answer.json, 'error.code')).to.equal('unavailable');
    }
    await service.close();
  });
});
