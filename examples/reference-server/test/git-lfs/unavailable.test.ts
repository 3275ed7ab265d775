import { expect } from 'chai';
import { bytesNamed, objectNamed } from '../client/test-object.js';
import type { ProxiedExchange } from './interfering-proxy.js';
import { batch, jsonOf } from './lfs-request.js';
import { createLfsWorld, type LfsWorld } from './lfs-world.js';
import { createOrigin, createWorkingCopy } from './working-copy.js';

describe('a database that somebody holds', () => {
  let world: LfsWorld;
  before(async () => {
    world = await createLfsWorld();
  });
  after(() => world.close());

  const isBatch = ({ path, status }: ProxiedExchange) => path.endsWith('/objects/batch') && status !== 401;

  it('is a 503 that says when to come back; the client does not, says so, and the next push succeeds', async () => {
    const repository = await world.createRepository('held');
    const token = await world.createToken();
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, token);
    const copy = await createWorkingCopy(computer, await createOrigin(computer), repository.lfsUrl);
    await copy.commit({ 'file.bin': bytesNamed('held', 100) });

    await world.server.place.whileLeased(async () => {
      const { oid, size } = objectNamed('asked for meanwhile', 10);
      const answer = await batch(repository.lfsUrl, token, 'upload', [{ oid, size }]);
      expect(answer.status).to.equal(503);
      expect(Number(answer.headers['retry-after'])).to.be.within(1, 300);
      expect(jsonOf(answer)).to.have.nested.property('error.code', 'unavailable');

      world.proxy.forget();
      const push = await copy.push();
      expect(push.exitCode).to.not.equal(0);
      expect(push.stdout + push.stderr).to.contain('Others are writing the same data');
      expect(world.proxy.exchanges.filter(isBatch).map(({ status }) => status)).to.deep.equal([503]);
    });

    const push = await copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    expect(await world.listedOids(repository)).to.have.length(1);
  });
});
