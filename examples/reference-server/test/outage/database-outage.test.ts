import { type PostgresCluster, startPostgresCluster } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlimitedRate } from '../bytes/byte-server.js';
import type { Answer } from '../client/exchange.js';
import { bytesNamed, objectNamed } from '../client/test-object.js';
import type { ProxiedExchange } from '../git-lfs/interfering-proxy.js';
import { batch, store } from '../git-lfs/lfs-request.js';
import { createLfsWorldWithProcess, type LfsWorldWithProcess } from '../git-lfs/lfs-world.js';
import { cloneOf, createOrigin, createWorkingCopy } from '../git-lfs/working-copy.js';
import { postgresS3Place } from '../server/postgres-s3-place.js';
import { expectNotReady, expectUnavailable, untilReady } from './outage.js';

const clients = 8;
const files = 24;

describe('a database that is killed while the server works', () => {
  let cluster: PostgresCluster;
  let world: LfsWorldWithProcess;
  before(async () => {
    // What is acknowledged must be in the operating system's hands when the server is killed, as it is with the settings of any real one.
    cluster = await startPostgresCluster(['synchronous_commit=on']);
    const database = { url: cluster.url, drop: () => cluster.stop() };
    world = await createLfsWorldWithProcess({ DEFAULT_PLAN: 'business', ...unlimitedRate }, await postgresS3Place({ database }));
  });
  after(async () => {
    const { place } = world.server;
    await world.close();
    await place.drop();
  });
  afterEach(() => world.proxy.interfere(() => undefined));

  it('is 503 with Retry-After for everybody until it is back, and the server goes on without a restart', async () => {
    const pid = world.server.pid();
    const repository = await world.createRepository('under load');
    const answers: Answer[] = [];
    let isOver = false;
    const load = Array.from({ length: clients }, async (_, client) => {
      for (let at = 0; !isOver; at += 1) {
        answers.push(
          at % 2 === 0
            ? await batch(repository.lfsUrl, world.owner, 'upload', [objectNamed(`${client}/${at}`, 100)])
            : await world.call(world.owner, 'GET', `/repositories/${repository.id}`),
        );
      }
    });
    await waitUntil('somebody was answered', () => answers.some(({ status }) => status === 200));
    await cluster.crash();
    await expectNotReady(world, pid);
    expectUnavailable(await world.call(world.owner, 'GET', '/users/me'));
    expectUnavailable(await world.call(world.owner, 'POST', '/organizations', { name: 'Never' }));
    expectUnavailable(await batch(repository.lfsUrl, world.owner, 'upload', [objectNamed('never', 100)]));
    await cluster.resume();
    await untilReady(world);
    isOver = true;
    await Promise.all(load);

    expect(answers.filter(({ status }) => status === 200)).to.not.have.length(0);
    for (const answer of answers) if (answer.status !== 200) expectUnavailable(answer);
    const object = objectNamed('afterwards', 1000);
    await store(repository.lfsUrl, world.owner, object);
    expect(await world.listedOids(repository)).to.deep.equal([object.oid]);
    expect(world.server.pid()).to.equal(pid);
  });

  const isVerify = ({ path }: ProxiedExchange) => path.endsWith('/verify') && path.includes('/objects/');

  it('fails a push of git-lfs, which a plain retry finishes, and nothing is lost that was acknowledged before', async () => {
    const repository = await world.createRepository('pushed');
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, await world.createToken());
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    const content = Object.fromEntries(
      Array.from({ length: files }, (_, at) => [`part-${at}.bin`, bytesNamed(`outage ${at}`, 20_000 + at)]),
    );
    await copy.commit(content);
    world.proxy.forget();
    let crashing: Promise<void> | undefined;
    world.proxy.interfere(async (exchange) => {
      if (isVerify(exchange) && world.proxy.exchanges.filter(isVerify).length === files / 2) crashing = cluster.crash();
      await crashing;
      return undefined;
    });
    const push = await copy.push();
    expect(push.exitCode).to.not.equal(0);
    expect(push.stdout + push.stderr).to.contain('The database does not answer now.');
    const acknowledged = world.proxy.exchanges.filter((exchange) => isVerify(exchange) && exchange.status === 200).length;

    world.proxy.interfere(() => undefined);
    await cluster.resume();
    await untilReady(world);
    expect((await world.listedOids(repository)).length).to.be.within(acknowledged, files);
    const again = await copy.push();
    expect(again.exitCode, again.stderr).to.equal(0);
    expect(await world.listedOids(repository)).to.have.length(files);
    expect(await world.generationOf(repository)).to.equal(files);

    const { outcome, copy: clone } = await cloneOf(computer, origin, 'fresh');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    for (const [name, bytes] of Object.entries(content)) {
      expect((await readFile(join(clone.path, name))).equals(bytes), name).to.equal(true);
    }
  });
});
