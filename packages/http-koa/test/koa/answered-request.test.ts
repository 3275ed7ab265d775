import { connect, type Socket } from 'node:net';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { type Acme, startAcme } from '../support/acme.js';
import { sendRaw } from '../support/raw-request.js';
import { send, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256 } from '../support/world.js';

const MiB = 1024 * 1024;

describe('what is noted of a request', () => {
  let acme: Acme;
  let service: TestService;
  let repository: string;
  before(async () => {
    acme = await startAcme({ trustProxyHops: 1 });
    ({ service } = acme);
    repository = await acme.world.repository(acme.owner, acme.organization, { name: 'Models' });
  });
  after(() => service.close());

  /** What is noted of that which `act` asks for last. */
  const noted = async (act: () => Promise<unknown>) => {
    service.answered.length = 0;
    await act();
    await waitUntil('it is noted', () => service.answered.length > 0);
    return service.answered.at(-1);
  };
  const call = (path: string, options: Parameters<Acme['world']['call']>[2] = {}, method = 'GET') =>
    noted(() => acme.world.call(method, path, options));

  it('has the address that the outermost trusted proxy saw, and not what the client said before', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
    expect(await call('/plans', { headers })).to.include({ address: '198.51.100.7' });
    expect(await call('/plans')).to.include({ address: '127.0.0.1' });
  });

  it('has the user, and the token where one was used, by their ids', async () => {
    const { owner, organization, world } = acme;
    const whoAmI = await call('/users/me', { token: owner.token });
    expect([whoAmI?.userId, whoAmI?.tokenId]).to.deep.equal([owner.id, undefined]);
    const token = await world.apiToken(owner, organization, { scopes: ['repo:read'] });
    const byToken = await call(`/repositories/${repository}`, { token: token.secret });
    expect([byToken?.userId, byToken?.tokenId]).to.deep.equal([owner.id, token.id]);
    // It may not, and is known all the same.
    const forbidden = await call(`/organizations/${organization.id}/audit`, { token: token.secret });
    expect([forbidden?.status, forbidden?.tokenId]).to.deep.equal([403, token.id]);
    expect(JSON.stringify(service.answered)).not.to.include(token.secret);
  });

  it('has the token of one who asks too often', async () => {
    const limited = await startAcme({ rateLimit: { perSecond: 1, burst: 1 } });
    const { id, token } = limited.owner;
    // Their one request has made the organization.
    await limited.world.call('GET', '/users/me', { token });
    await waitUntil('it is noted', () => limited.service.answered.at(-1)?.status === 429);
    expect(limited.service.answered.at(-1)?.userId).to.equal(id);
    await limited.service.close();
  });

  it('has nobody where no credential was asked for, or none was good', async () => {
    const refused = await call('/users/me', { token: 'svc_pat_unknown' });
    expect([refused?.status, refused?.userId, refused?.tokenId]).to.deep.equal([401, undefined, undefined]);
    expect((await call('/plans', { token: acme.owner.token }))?.userId).to.equal(undefined);
  });

  it('has the user and the token for whom a verify link was made', async () => {
    const { owner, organization, world } = acme;
    const token = await world.apiToken(owner, organization, { scopes: ['repo:write'] });
    const bytes = Buffer.from('of a verify link');
    const object = { oid: sha256(bytes), size: bytes.byteLength };
    const batch = await world.call('POST', `/repositories/${repository}/lfs/objects/batch`, {
      token: token.secret,
      body: { operation: 'upload', objects: [object] },
    });
    const upload = new URL(textAt(batch.json, 'objects.0.actions.upload.href'));
    const verify = new URL(textAt(batch.json, 'objects.0.actions.verify.href'));
    const put = await noted(() => send(upload.origin, 'PUT', upload.pathname + upload.search, { body: bytes }));
    expect([put?.endpoint, put?.userId, put?.bytesIn, put?.bytesOut]).to.deep.equal(['storage.upload', undefined, 16, 0]);
    const verified = await noted(() => send(verify.origin, 'POST', verify.pathname + verify.search, { body: object }));
    expect([verified?.status, verified?.userId, verified?.tokenId]).to.deep.equal([200, owner.id, token.id]);
  });

  it('counts the bytes of the two bodies, on a connection that is used again too', async () => {
    const { owner } = acme;
    const { token } = owner;
    for (const name of ['Ada', 'Ada Lovelace']) {
      let answer = 0;
      const body = JSON.stringify({ name });
      const note = await noted(async () => {
        answer = (await acme.world.call('PATCH', '/users/me', { token, body })).bytes.byteLength;
      });
      expect([note?.bytesIn, note?.bytesOut]).to.deep.equal([body.length, answer]);
    }
    expect(await call('/users/me', { token }, 'HEAD')).to.include({ status: 200, bytesIn: 0, bytesOut: 0 });
    const refused = await call('/organizations', { token, body: 'x'.repeat(2 * MiB) }, 'POST');
    expect(refused?.status).to.equal(413);
    expect(refused?.bytesIn).to.be.at.most(2 * MiB);
  });

  it('counts the bytes of a range, and those of a body without a declared length', async () => {
    const { owner, world } = acme;
    const { token } = owner;
    const oid = await world.object(owner, repository, Buffer.alloc(3 * MiB, 'x'));
    const { json } = await world.call('POST', `/repositories/${repository}/downloads/authorize`, {
      token,
      body: { objects: [{ oid }] },
    });
    const { pathname, search } = new URL(textAt(json, 'objects.0.download_url'));
    const get = (headers = {}) => noted(() => send(service.baseUrl, 'GET', pathname + search, { headers }));
    expect(await get()).to.include({ status: 200, bytesIn: 0, bytesOut: 3 * MiB });
    expect(await get({ range: 'bytes=7-106' })).to.include({ status: 206, bytesOut: 100 });

    const chunked =
      `POST /api/v1/repositories/${repository}/downloads/authorize HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `5\r\n{"obj\r\nA\r\nects":[]} \r\n0\r\n\r\n`;
    expect(await noted(() => sendRaw(service.port, chunked))).to.include({ status: 200, bytesIn: 15 });
  });

  it('of a client that left has what had come and gone until then', async () => {
    const { owner, world } = acme;
    const session = await world.session(owner, repository, { oid: sha256('never comes'), size: 1000 });
    const authorized = await world.call('POST', `/repositories/${repository}/uploads/${session}/objects`, {
      token: owner.token,
      body: { objects: [{ oid: sha256('never comes'), size: 1000 }] },
    });
    const { pathname, search } = new URL(String(valueAt(authorized.json, 'objects.0.upload_url')));
    const note = await noted(async () => {
      const sent = `PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(400)}`;
      let readBytes = (): number => 0;
      service.server.once('connection', (socket: Socket) => (readBytes = () => socket.bytesRead));
      const client = connect(service.port, '127.0.0.1', () => client.write(sent));
      client.on('error', () => undefined);
      await waitUntil('all of it has come', () => readBytes() === sent.length);
      client.resetAndDestroy();
      await waitUntil('it is noted', () => service.answered.length > 0);
    });
    expect(note).to.include({ endpoint: 'storage.upload', status: 499, isComplete: false, bytesIn: 400, bytesOut: 0 });
    expect(note?.address).to.equal('127.0.0.1');
  });
});
