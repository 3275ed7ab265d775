import { expect } from 'chai';
import { createApplication } from '../../../src/application.js';
import { createCountedRandom } from '../../../src/memory/counted-random.js';
import { createMemorySecretBox } from '../../../src/memory/memory-secret-box.js';
import { DAY_MS } from '../../../src/model/values/index.js';
import type { BucketLogin } from '../../../src/ports/bucket-connector.js';
import { byosSetting, connectionCommand, healthyConnection, secret } from '../../builders/byos.js';
import { auditTrail } from '../../builders/organization-setting.js';
import { valueOf } from '../../builders/world.js';

const setting = async () => {
  const base = await byosSetting();
  const { bucket, connection } = await healthyConnection(base);
  const health = async () => valueOf(await base.connections.get(base.read, connection.id)).health;
  return { ...base, bucket, connection, health, trail: auditTrail(base.world) };
};

describe('testConnection', () => {
  it('records what it finds, and that a bucket has gone bad, once', async () => {
    const { world, bucket, connection, connections, manage, health, trail } = await setting();
    const test = async () => valueOf(await connections.test(manage, connection.id));
    world.clock.advance(5000);
    bucket.setReachable(false);
    const tested = await test();
    expect(tested).to.deep.include({ revision: 1, updatedAt: connection.updatedAt });
    expect(tested.health).to.deep.include({ isHealthy: false, checkedAt: world.clock.now() });
    expect(await health()).to.deep.equal(tested.health);
    await test();
    bucket.setReachable(true);
    expect((await test()).health.isHealthy).to.equal(true);
    const { id } = connection;
    expect(trail()).to.deep.equal([
      `storage_connection.unhealthy ${id}`,
      `storage_connection.test ${id}`,
      `storage_connection.test ${id}`,
      `storage_connection.test ${id}`,
    ]);
  });

  it('finds a secret that no key opens any more, and calls no server with it', async () => {
    const { world, connection, manage } = await setting();
    const keys = [{ id: 'other', secret: new Uint8Array(32).fill(9) }];
    const secretBox = createMemorySecretBox({ keys, random: createCountedRandom(2) });
    const connector = { ...world.buckets, check: (_login: BucketLogin) => Promise.reject(new Error('a server was called')) };
    const { storageConnections } = createApplication({ ...world.ports, connector, secretBox });
    const { isHealthy, checks } = valueOf(await storageConnections.test(manage, connection.id)).health;
    expect(isHealthy).to.equal(false);
    expect(checks).to.have.length(7);
    expect(checks.filter(({ outcome }) => outcome === 'failed')).to.deep.equal([
      { check: 'credentials', outcome: 'failed', fault: 'secret_unreadable' },
    ]);
  });

  it('says that the connection was changed meanwhile rather than judge the changed one', async () => {
    const { world, connection, connections, manage, health } = await setting();
    const connector = {
      ...world.buckets,
      check: async (login: BucketLogin) => {
        valueOf(await connections.update(manage, connection.id, { name: 'Changed' }));
        return { ...(await world.buckets.check(login)), isHealthy: false };
      },
    };
    const { storageConnections } = createApplication({ ...world.ports, connector });
    const outcome = await storageConnections.test(manage, connection.id);
    expect(outcome.isErr() && outcome.error).to.deep.equal({ kind: 'conflict', reason: 'changed_meanwhile' });
    expect((await health()).isHealthy).to.equal(true);
  });
});

describe('checkConnections', () => {
  it('checks what was not checked for a day, those first that wait longest', async () => {
    const { world, bucket, connection, connections, manage, health, trail } = await setting();
    const check = async (limit?: number) => valueOf(await world.application.maintenance.checkConnections(limit));
    const nothing = { checked: 0, unhealthy: 0, resealed: 0 };
    world.clock.advance(DAY_MS - 1);
    expect(await check()).to.deep.equal(nothing);
    const second = valueOf(await connections.create(manage, connectionCommand()));
    trail();
    world.clock.advance(1);
    bucket.setReachable(false);
    expect(await check()).to.deep.equal({ ...nothing, checked: 1, unhealthy: 1 });
    expect(await health()).to.include({ isHealthy: false, checkedAt: world.clock.now() });
    expect(trail()).to.deep.equal([`storage_connection.unhealthy ${connection.id}`]);
    expect(world.unitOfWork.journal.auditEvents().at(-1)?.actorId).to.equal(undefined);
    expect(await check()).to.deep.equal(nothing);
    world.clock.advance(DAY_MS);
    bucket.setReachable(true);
    expect(await check(1)).to.deep.equal({ ...nothing, checked: 1 });
    expect((await health()).isHealthy, 'the other one waits longer').to.equal(false);
    expect(await check()).to.deep.equal({ ...nothing, checked: 1 });
    expect((await health()).isHealthy).to.equal(true);
    expect(trail(), 'nothing to say of buckets that are well').to.deep.equal([]);
    expect(second.health.isHealthy).to.equal(true);
  });

  it('seals secrets again after a new key has come, so that the old one can go', async () => {
    const { world, connections, manage } = await setting();
    valueOf(await connections.create(manage, connectionCommand()));
    const [old] = world.ports.settings.linkKeys;
    if (old === undefined) throw new Error('there is a key');
    const newest = { id: 'k2', secret: new Uint8Array(32).fill(8) };
    const applicationOver = (keys: readonly (typeof newest)[]) => {
      const secretBox = createMemorySecretBox({ keys, random: createCountedRandom(3) });
      return createApplication({ ...world.ports, secretBox });
    };
    world.clock.advance(DAY_MS);
    const checked = await applicationOver([newest, old]).maintenance.checkConnections();
    expect(valueOf(checked)).to.deep.equal({ checked: 2, unhealthy: 0, resealed: 2 });
    world.clock.advance(DAY_MS);
    const again = await applicationOver([newest]).maintenance.checkConnections();
    expect(valueOf(again)).to.deep.equal({ checked: 2, unhealthy: 0, resealed: 0 });
    expect(JSON.stringify(world.unitOfWork.journal.auditEvents())).to.not.include(secret);
  });

  it('has removed what crashes have left in each bucket that it finds healthy', async () => {
    const { world, bucket, connection } = await setting();
    const cleared: BucketLogin[] = [];
    const removeLeftovers = async (login: BucketLogin) => void cleared.push(login);
    const { maintenance } = createApplication({ ...world.ports, connector: { ...world.buckets, removeLeftovers } });
    valueOf(await maintenance.checkConnections());
    expect(cleared, 'not more often than it is checked').to.deep.equal([]);
    world.clock.advance(DAY_MS);
    bucket.setReachable(false);
    valueOf(await maintenance.checkConnections());
    expect(cleared, 'it does not answer').to.deep.equal([]);
    world.clock.advance(DAY_MS);
    bucket.setReachable(true);
    valueOf(await maintenance.checkConnections());
    expect(cleared.map(({ address }) => address)).to.deep.equal([connection.address]);
    expect(cleared[0]?.access).to.include({ secretAccessKey: secret });
  });

  it('does nothing where the service reaches no buckets', async () => {
    const { world } = await setting();
    world.clock.advance(2 * DAY_MS);
    const { maintenance } = createApplication({ ...world.ports, connector: undefined });
    expect(valueOf(await maintenance.checkConnections())).to.deep.equal({ checked: 0, unhealthy: 0, resealed: 0 });
  });
});
