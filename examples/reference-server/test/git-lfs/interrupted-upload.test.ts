import { expect } from 'chai';
import { wrongBytesStatuses } from '../bytes/refused-put.js';
import { objectNamed, type TestObject } from '../client/test-object.js';
import type { GitClient } from './git-client.js';
import type { Interference, ProxiedExchange } from './interfering-proxy.js';
import { batch, entriesOf } from './lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';
import { createOrigin, createWorkingCopy, type WorkingCopy } from './working-copy.js';

const SIZE = 3 * 1024 * 1024;

describe('an upload of git-lfs over a bad network', () => {
  let world: LfsWorld;
  let token: string;
  let computer: GitClient;
  let scenes = 0;

  before(async () => {
    world = await createLfsWorld();
    token = await world.createToken();
    computer = await world.newComputer();
    await computer.saveCredential(world.proxy.url, token);
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());
  afterEach(() => world.proxy.interfere(() => undefined));

  interface Scene {
    readonly repository: RepositoryName;
    readonly copy: WorkingCopy;
    readonly object: TestObject;
  }

  const prepare = async (): Promise<Scene> => {
    scenes += 1;
    const repository = await world.createRepository(`scene ${scenes}`);
    const copy = await createWorkingCopy(
      computer,
      await createOrigin(computer, `${scenes}.git`),
      repository.lfsUrl,
      `work-${scenes}`,
    );
    const object = objectNamed(`scene ${scenes}`, SIZE);
    await copy.commit({ 'file.bin': object.bytes });
    return { repository, copy, object };
  };

  const isPut = ({ method }: ProxiedExchange) => method === 'PUT';
  const isVerify = ({ path }: ProxiedExchange) => path.endsWith('/verify') && path.includes('/objects/');
  const seen = (which: (exchange: ProxiedExchange) => boolean) => world.proxy.exchanges.filter(which);

  /** Stands in the way of the first request of a kind only. */
  const interfereOnce = (which: (exchange: ProxiedExchange) => boolean, interference: Interference) =>
    world.proxy.interfere((exchange) => (which(exchange) && seen(which).length === 1 ? interference : undefined));

  const expectInvisible = async ({ repository, object }: Scene) => {
    expect(await world.listedOids(repository)).to.deep.equal([]);
    const { oid, size } = object;
    const [entry] = entriesOf(await batch(repository.lfsUrl, token, 'download', [{ oid, size }]));
    expect(entry?.error?.code).to.equal(404);
    expect(entry?.actions).to.equal(undefined);
  };

  const expectStored = async ({ repository, object }: Scene) =>
    expect(await world.listedOids(repository)).to.deep.equal([object.oid]);

  it('fails when a byte was turned over on the way, shows nothing of it, and succeeds when it is sent again', async () => {
    const scene = await prepare();
    // A storage that refuses the bytes at once would be asked eight times.
    await scene.copy.git('config', 'lfs.transfer.maxretries', '1');
    world.proxy.interfere((exchange) => (isPut(exchange) ? { kind: 'flip_request_byte', at: SIZE / 2 } : undefined));
    const push = await scene.copy.push();
    expect(push.exitCode).to.not.equal(0);
    const [sent] = seen(isPut);
    expect(sent?.status).to.be.oneOf(wrongBytesStatuses);
    if (sent?.status === 200) {
      expect(push.stdout + push.stderr).to.contain('The bytes do not hash to the oid: upload them again.');
      expect(seen(isPut).map(({ requestBytes }) => requestBytes)).to.deep.equal([SIZE]);
      expect(seen(isVerify).map(({ status }) => status)).to.deep.equal([409, 409, 409]);
    }
    await expectInvisible(scene);

    world.proxy.interfere(() => undefined);
    const honest = await scene.copy.push();
    expect(honest.exitCode, honest.stderr).to.equal(0);
    await expectStored(scene);
  });

  it('is tried again by the client and succeeds when the connection was cut in the middle', async () => {
    const scene = await prepare();
    interfereOnce(isPut, { kind: 'cut_request', afterBytes: SIZE / 2 });
    const push = await scene.copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    expect(seen(isPut).map(({ status }) => status)).to.deep.equal([undefined, 200]);
    await expectStored(scene);
  });

  it('is tried again by the client and succeeds when the answer to the bytes was lost', async () => {
    const scene = await prepare();
    interfereOnce(isPut, { kind: 'lose_response' });
    const push = await scene.copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    expect(seen(isPut).map(({ status }) => status)).to.deep.equal([200, 200]);
    await expectStored(scene);
  });

  it('succeeds, and counts once, when the answer to verify was lost', async () => {
    const scene = await prepare();
    interfereOnce(isVerify, { kind: 'lose_response' });
    const push = await scene.copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    expect(seen(isVerify).map(({ status }) => status)).to.deep.equal([200, 200]);
    await expectStored(scene);
    expect(await world.generationOf(scene.repository)).to.equal(1);
  });

  it('needs no second upload when every answer to verify was lost', async () => {
    const scene = await prepare();
    world.proxy.interfere((exchange) => (isVerify(exchange) ? { kind: 'lose_response' } : undefined));
    const push = await scene.copy.push();
    expect(push.exitCode).to.not.equal(0);
    world.proxy.interfere(() => undefined);
    world.proxy.forget();
    const again = await scene.copy.push();
    expect(again.exitCode, again.stderr).to.equal(0);
    expect(seen(isPut)).to.deep.equal([]);
    await expectStored(scene);
  });

  it('needs no verify that reached the server before others can download it', async () => {
    const scene = await prepare();
    world.proxy.interfere((exchange) => (isVerify(exchange) ? { kind: 'answer', status: 500 } : undefined));
    expect((await scene.copy.push()).exitCode).to.not.equal(0);
    const { oid, size } = scene.object;
    const [entry] = entriesOf(await batch(scene.repository.lfsUrl, token, 'download', [{ oid, size }]));
    expect(entry?.actions?.download?.href).to.be.a('string');
    await expectStored(scene);
  });
});
