import { expect } from 'chai';
import { wrongBytesStatuses } from '../bytes/refused-put.js';
import { bytesNamed, objectNamed } from '../client/test-object.js';
import type { GitClient } from './git-client.js';
import type { ProxiedExchange } from './interfering-proxy.js';
import { actionOf, batch, clientHeaders, jsonOf, lfsType, send, upload, verify } from './lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';
import { createOrigin, createWorkingCopy } from './working-copy.js';

describe('the verify action of an upload', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let token: string;
  let computer: GitClient;
  let objects = 0;

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    repository = await world.createRepository('verified');
    token = await world.createToken();
    computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, token);
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());
  afterEach(() => world.proxy.interfere(() => undefined));

  /** A new object and the actions that the server gives for its upload. */
  const asked = async () => {
    objects += 1;
    const { oid, size, bytes } = objectNamed(`verified ${objects}`, 1000);
    const answer = await batch(repository.lfsUrl, token, 'upload', [{ oid, size }]);
    return { object: { oid, size }, bytes, put: actionOf(answer, 'upload'), check: actionOf(answer, 'verify') };
  };

  const isPut = ({ method }: ProxiedExchange) => method === 'PUT';
  const isVerify = ({ path }: ProxiedExchange) => path.endsWith('/verify') && path.includes('/objects/');
  const preparePush = async () => {
    objects += 1;
    const copy = await createWorkingCopy(
      computer,
      await createOrigin(computer, `${objects}.git`),
      repository.lfsUrl,
      `work-${objects}`,
    );
    await copy.commit({ 'file.bin': bytesNamed(`verified ${objects}`, 1000) });
    return copy;
  };

  it('that answers 404 fails the push after three tries', async () => {
    const copy = await preparePush();
    // The client believes to have sent the bytes; the server has never seen them.
    world.proxy.interfere((exchange) => (isPut(exchange) ? { kind: 'answer', status: 200 } : undefined));
    const push = await copy.push();
    expect(push.exitCode).to.not.equal(0);
    expect(push.stdout + push.stderr).to.contain('The bytes of this object have not arrived');
    expect(world.proxy.exchanges.filter(isVerify).map(({ status }) => status)).to.deep.equal([404, 404, 404]);
  });

  it('would be taken for a success if it answered 422, as would a PUT', async () => {
    for (const which of [isPut, isVerify]) {
      const copy = await preparePush();
      world.proxy.interfere((exchange) => (which(exchange) ? { kind: 'answer', status: 422 } : undefined));
      expect((await copy.push()).exitCode).to.equal(0);
    }
  });

  it('never answers 422, whatever it is sent, nor does the PUT', async () => {
    const { object, bytes, put, check } = await asked();
    const { oid, size } = object;
    const answers = [
      await upload(put, bytes.subarray(1)),
      await upload(put, Buffer.concat([bytes, bytes])),
      await upload(put, Buffer.alloc(0)),
      await send({ method: 'PUT', url: put.href, body: bytes, declaredBytes: 'chunked' }),
      await verify(check, object),
      await verify(check, { oid, size: size + 1 }),
      await verify(check, { oid, size: -1 }),
      await verify(check, { oid: 'f'.repeat(64), size }),
      await verify(check, { oid: oid.toUpperCase(), size }),
      await verify(check, {}),
      await verify(check, []),
      await send({ method: 'POST', url: check.href, headers: { 'Content-Type': lfsType }, body: '{' }),
      await send({ method: 'POST', url: check.href, headers: { 'Content-Type': 'text/plain' }, body: '' }),
      await send({ method: 'POST', url: check.href }),
    ];
    for (const { status } of answers) expect(status).to.be.within(400, 499).and.not.equal(422);
  });

  it('answers 404 before the bytes are there, 409 to another size, 409 to wrong bytes, and then 200 with an empty object', async () => {
    const { object, bytes, put, check } = await asked();
    expect((await verify(check, object)).status).to.equal(404);
    const lie = await upload(put, bytesNamed('other', bytes.length));
    expect(lie.status).to.be.oneOf(wrongBytesStatuses);
    const isThere = lie.status === 200;
    expect((await verify(check, { ...object, size: 999 })).status).to.be.oneOf(isThere ? [409] : [404, 409]);
    const wrong = await verify(check, object);
    expect(wrong.status).to.equal(isThere ? 409 : 404);
    if (isThere) expect(jsonOf(wrong)).to.have.nested.property('error.details.reason', 'checksum_mismatch');
    expect(await world.listedOids(repository)).to.not.include(object.oid);
    expect((await upload(put, bytes)).status).to.equal(200);
    for (const answer of [await verify(check, object), await verify(check, object)]) {
      expect(answer.status).to.equal(200);
      expect(jsonOf(answer)).to.deep.equal({});
    }
    expect(await world.listedOids(repository)).to.include(object.oid);
  });

  it('moves the generation and the usage once', async () => {
    const fresh = await world.createRepository('counted');
    const { oid, size, bytes } = objectNamed('counted', 1000);
    const answer = await batch(fresh.lfsUrl, token, 'upload', [{ oid, size }]);
    await upload(actionOf(answer, 'upload'), bytes);
    for (const _ of [1, 2, 3]) await verify(actionOf(answer, 'verify'), { oid, size });
    expect(await world.generationOf(fresh)).to.equal(1);
    const usage = await world.call(world.owner, 'GET', `/repositories/${fresh.id}/usage`);
    expect(jsonOf(usage)).to.have.nested.property('usage.logical_bytes', size);
  });

  it('is its own credential, named token so that the client asks for no other', async () => {
    const { object, bytes, put, check } = await asked();
    const url = new URL(check.href);
    expect([...url.searchParams.keys()]).to.deep.equal(['token']);
    expect(url.pathname).to.equal(`/api/v1/repositories/${repository.id}/lfs/objects/${object.oid}/verify`);
    await upload(put, bytes);
    for (const altered of [`${url.origin}${url.pathname}`, check.href.slice(0, -1), `${check.href}0`]) {
      const { status } = await verify({ href: altered }, object);
      expect(status, altered).to.be.oneOf([400, 403, 404]);
    }
    expect((await verify(check, object)).status).to.equal(200);
  });

  it('has no end of its own', async () => {
    const { check } = await asked();
    expect(check).to.not.have.any.keys('expires_in', 'expires_at');
  });

  it('is not POST {lfs}/verify, which is not routed', async () => {
    for (const credential of [token, world.owner, undefined]) {
      const { status } = await send({
        method: 'POST',
        url: `${repository.lfsUrl}/verify`,
        headers: clientHeaders(credential),
        body: JSON.stringify({ oid: 'a'.repeat(64), size: 1 }),
      });
      expect(status).to.be.oneOf([404, 405]);
    }
  });
});
