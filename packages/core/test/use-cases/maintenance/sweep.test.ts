import { expect } from 'chai';
import { ok } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { createFaultyBlobStore } from '../../../src/blob-store/faulty-blob-store.js';
import { createFaultyUnitOfWork } from '../../../src/memory/faulty-unit-of-work.js';
import { unavailable } from '../../../src/model/app-error.js';
import { DAY_MS, HOUR_MS, isTreePath, MINUTE_MS, type SessionId, stagingKey, trusted } from '../../../src/model/values/index.js';
import { byosRepository, byosSetting, healthyConnection } from '../../builders/byos.js';
import { createWorld, errorOf, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

/** So many sessions that ended long ago and have staged something. */
const withStaged = async (count: number) => {
  const world = createWorld();
  const { push } = await withRepository(world);
  for (let each = 0; each < count; each += 1) {
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    valueOf(await world.application.uploads.authorize(push, { sessionId: session.id, objects: [objectOf(`object ${each}`)] }));
  }
  world.clock.advance(24 * HOUR_MS);
  return world;
};

describe('sweep', () => {
  it('is done by one at a time, whatever the number of processes', async () => {
    const world = await withStaged(3);
    const processes = Array.from({ length: 4 }, () => createApplication(world.ports));
    const all = await Promise.all(processes.map(({ maintenance }) => maintenance.sweep()));
    expect(all.map((one) => valueOf(one).sweptSessions).toSorted()).to.deep.equal([0, 0, 0, 3]);
    expect(valueOf(await world.application.maintenance.sweep()).sweptSessions).to.equal(0);
  });

  it('leaves what a session has staged until its last URL and a transfer begun with it are over', async () => {
    const world = createWorld();
    const { push, repository } = await withRepository(world);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    valueOf(await world.application.uploads.authorize(push, { sessionId: session.id, objects: [objectOf('staged')] }));
    const key = stagingKey(repository.namespace, session.id, oidOf('staged'));
    await world.put(key, 'staged');
    world.clock.advance(6 * HOUR_MS + 75 * MINUTE_MS - 1);
    expect(valueOf(await world.application.maintenance.sweep()).sweptSessions).to.equal(0);
    expect((await world.blobs.head(key)).isOk()).to.equal(true);
    world.clock.advance(1);
    expect(valueOf(await world.application.maintenance.sweep()).sweptSessions).to.equal(1);
    expect((await world.blobs.head(key)).isOk()).to.equal(false);
  });

  it('goes on with the sessions of others when the storage of one does not answer, which waits for the next sweep', async () => {
    const world = await withStaged(3);
    const blobs = createFaultyBlobStore(world.blobs);
    const { maintenance } = createApplication({ ...world.ports, blobs });
    blobs.failNext({ call: 'deletePrefix', when: 'before' });
    expect(errorOf(await maintenance.sweep())).to.deep.equal(unavailable('storage'));
    expect(valueOf(await maintenance.sweep()).sweptSessions, 'the others are done').to.equal(0);
    world.clock.advance(24 * HOUR_MS);
    expect(valueOf(await maintenance.sweep()).sweptSessions).to.equal(1);
  });

  it('is done with what was staged into a bucket whose connection is deleted, and never comes back to it', async () => {
    const setting = await byosSetting();
    const { world, owner, organization, connections, manage } = setting;
    const { connection } = await healthyConnection(setting);
    const { push, repository } = await byosRepository(world, owner, organization.id, connection);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    valueOf(await world.application.uploads.authorize(push, { sessionId: session.id, objects: [objectOf('left')] }));
    valueOf(await world.application.repositories.remove(await world.grant(owner, repository.id, 'repository.admin')));
    valueOf(await connections.remove(manage, connection.id));
    world.clock.advance(24 * HOUR_MS);
    expect(valueOf(await world.application.maintenance.sweep()).sweptSessions).to.equal(1);
    world.clock.advance(24 * HOUR_MS);
    expect(valueOf(await world.application.maintenance.sweep()).sweptSessions).to.equal(0);
  });

  it('forgets what happened a month ago, unless the webhooks have not been told of it yet', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    valueOf(await world.application.uploads.open(push, {}));
    const types = () => world.unitOfWork.journal.domainEvents().map(({ type }) => type);
    expect(types()).to.deep.equal(['repository.created', 'upload.session.created']);
    world.clock.advance(30 * DAY_MS);
    valueOf(await world.application.maintenance.sweep());
    expect(types()).to.deep.equal(['repository.created', 'upload.session.created']);
    world.clock.advance(1);
    valueOf(await world.application.maintenance.sweep());
    expect(types()).to.deep.equal(['repository.created']);
    valueOf(await world.application.webhooks.fanOut());
    valueOf(await world.application.maintenance.sweep());
    expect(types()).to.deep.equal([]);
  });

  it('forgets very much in several transactions, so that others have their turn between them', async () => {
    const { application, unitOfWork, clock, signIn } = createWorld();
    const { userId } = await signIn('owner@acme.test');
    const secrets = Array.from({ length: 1200 }, (_, number) => oidOf(`session ${number}`));
    const [first = '', last = ''] = [secrets.at(0), secrets.at(-1)];
    const now = clock.now();
    const put = await unitOfWork.transact(async ({ credentials }) => {
      for (const [number, secretSha256] of secrets.entries()) {
        const id = trusted<SessionId>(`session-${number}`);
        await credentials.putSession({ id, secretSha256, userId, createdAt: now, expiresAt: now, endsAt: now });
      }
      return ok();
    });
    valueOf(put);
    clock.advance(1);
    const isThere = async (secretSha256: string): Promise<boolean> =>
      valueOf(await unitOfWork.read(({ credentials }) => credentials.findSession(secretSha256))) !== undefined;
    let isOver = false;
    const sweeping = application.maintenance.sweep().map(() => (isOver = true));
    const seen = new Set<string>();
    while (!isOver) seen.add(`${await isThere(first)} ${await isThere(last)}`);
    valueOf(await sweeping);
    expect([...seen, `${await isThere(last)}`]).to.include.members(['true true', 'false true', 'false']);
  });

  it('sweeps also while the database does not forget what is old, and says that it did not', async () => {
    const world = await withStaged(1);
    const unitOfWork = createFaultyUnitOfWork(world.unitOfWork);
    const { maintenance } = createApplication({ ...world.ports, unitOfWork });
    // The lease comes before it.
    unitOfWork.failNext({ call: 'transact', when: 'before' }, 1);
    expect(errorOf(await maintenance.sweep())).to.deep.equal(unavailable('database'));
    expect(valueOf(await maintenance.sweep()).sweptSessions, 'it was swept before').to.equal(0);
  });

  it('forgets who wrote downloads a month ago', async () => {
    const world = createWorld();
    const batch = { writer: 'writer', number: 1 };
    const isFirst = async () => {
      const { clock, unitOfWork } = world;
      return valueOf(await unitOfWork.transact(async ({ traffic }) => ok(await traffic.noteBatch(batch, clock.now()))));
    };
    expect(await isFirst()).to.equal(true);
    for (const [passedMs, isForgotten] of [
      [30 * DAY_MS, false],
      [1, true],
    ] as const) {
      world.clock.advance(passedMs);
      valueOf(await world.application.maintenance.sweep());
      expect(await isFirst()).to.equal(isForgotten);
    }
  });

  it('leaves the rest to the next run when nothing answers, so that a run has an end', async () => {
    const world = await withStaged(25);
    const blobs = createFaultyBlobStore(world.blobs);
    const { maintenance } = createApplication({ ...world.ports, blobs });
    for (let each = 0; each < 20; each += 1) blobs.failNext({ call: 'deletePrefix', when: 'before' });
    for (let run = 0; run < 2; run += 1) expect((await maintenance.sweep()).isErr()).to.equal(true);
    expect(valueOf(await maintenance.sweep()).sweptSessions, 'those that have not failed').to.equal(5);
    world.clock.advance(24 * HOUR_MS);
    expect(valueOf(await maintenance.sweep()).sweptSessions).to.equal(20);
  });

  it('settles a stale file of one repository while the storage of another does not answer', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const { repositoryId } = push.repository;
    const paths = ['first', 'second'].map((name) => {
      if (!isTreePath(name)) throw new Error(`${name} is a path`);
      return name;
    });
    valueOf(
      await world.unitOfWork.transact(async ({ tree }) => {
        for (const path of paths) {
          await tree.putFile(repositoryId, {
            path,
            sizeBytes: 0,
            state: 'receiving',
            receivers: 1,
            changedAt: world.clock.now(),
          });
        }
        return ok(undefined);
      }),
    );
    world.clock.advance(48 * HOUR_MS);
    const blobs = createFaultyBlobStore(world.blobs);
    const { maintenance } = createApplication({ ...world.ports, blobs });
    const left = async () => {
      const found = paths.map((path) => world.unitOfWork.read(({ tree }) => tree.findFile(repositoryId, path)));
      return (await Promise.all(found)).map(valueOf).filter((file) => file !== undefined).length;
    };
    blobs.failNext({ call: 'head', when: 'before' });
    expect(errorOf(await maintenance.sweep())).to.deep.equal(unavailable('storage'));
    expect(await left()).to.equal(1);
    expect(valueOf(await maintenance.sweep()).reconciledFiles, 'it waits for the next sweep').to.equal(0);
    world.clock.advance(48 * HOUR_MS);
    expect(valueOf(await maintenance.sweep()).reconciledFiles).to.equal(1);
    expect(await left()).to.equal(0);
  });
});
