import { expect } from 'chai';
import { basic, clientHeaders, jsonOf, lfsRequest, lfsType, send } from './lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';

describe('a lock request', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let token: string;

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    repository = await world.createRepository('locked');
    token = await world.createToken();
  });
  after(() => world.close());

  const verifyLocks = (body: unknown) => lfsRequest(repository.lfsUrl, '/locks/verify', token, body);

  it('to verify, as a client sends it before each push, is answered 200 with two lists', async () => {
    const bodies = [
      { ref: { name: 'refs/heads/main' } },
      { ref: {} },
      { ref: null },
      {},
      { cursor: '', limit: 0 },
      { limit: 100, ref: {} },
      { ref: { name: 'refs/heads/main', more: 1 }, more: true },
    ];
    for (const body of bodies) {
      const answer = await verifyLocks(body);
      expect(answer.status, JSON.stringify(body)).to.equal(200);
      expect(answer.headers['content-type']).to.match(/^application\/vnd\.git-lfs\+json/);
      expect(jsonOf(answer)).to.have.property('ours').that.is.an('array');
      expect(jsonOf(answer)).to.have.property('theirs').that.is.an('array');
    }
  });

  it('to create answers 201 with the lock, and 409 with the same lock when the path is taken', async () => {
    const body = { path: 'a/b.bin', ref: { name: 'refs/heads/main' } };
    const created = await lfsRequest(repository.lfsUrl, '/locks', token, body);
    expect(created.status).to.equal(201);
    expect(jsonOf(created)).to.have.nested.property('lock.path', 'a/b.bin');
    expect(jsonOf(created)).to.have.nested.property('lock.owner.name').that.is.a('string');
    expect(jsonOf(created))
      .to.have.nested.property('lock.locked_at')
      .that.matches(/^\d{4}-.*Z$/);
    const taken = await lfsRequest(repository.lfsUrl, '/locks', token, body);
    expect(taken.status).to.equal(409);
    expect(jsonOf(taken)).to.have.nested.property('lock.path', 'a/b.bin');
    expect(jsonOf(taken)).to.have.property('message').that.is.a('string');
  });

  it('to list has no body, only its query', async () => {
    await lfsRequest(repository.lfsUrl, '/locks', token, { path: 'listed.bin' });
    for (const query of ['', '?path=listed.bin&refspec=refs%2Fheads%2Fmain', '?limit=100&cursor=']) {
      const answer = await send({
        method: 'GET',
        url: `${repository.lfsUrl}/locks${query}`,
        headers: { Accept: lfsType, Authorization: basic(token) },
      });
      expect(answer.status, query).to.equal(200);
      expect(jsonOf(answer)).to.have.property('locks').that.is.an('array').with.length.above(0);
    }
  });

  it('from somebody without a valid credential is 401, and from somebody who may only read 403, never 404 or 405', async () => {
    const reader = await world.createToken({ scopes: ['repo:read'] });
    expect((await lfsRequest(repository.lfsUrl, '/locks/verify', undefined, {})).status).to.equal(401);
    expect((await lfsRequest(repository.lfsUrl, '/locks/verify', 'svc_pat_wrong', {})).status).to.equal(401);
    expect((await lfsRequest(repository.lfsUrl, '/locks/verify', reader, {})).status).to.equal(403);
  });

  it('has a name that no stored file can take, as the other names of the protocol have', async () => {
    for (const segment of ['locks', 'objects', 'finalize', 'transfers', 'verify']) {
      for (const path of [segment, `${segment}/file`]) {
        const { status } = await send({
          method: 'PUT',
          url: `${repository.lfsUrl}/${path}`,
          headers: { ...clientHeaders(token), 'Content-Type': 'application/octet-stream' },
          body: 'bytes',
        });
        expect(status, path).to.be.oneOf([400, 404, 405]);
      }
    }
  });
});
