import { expect } from 'chai';
import { errAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { unavailable } from '../../../src/model/app-error.js';
import type { StorageConnection } from '../../../src/model/storage-connections/storage-connection.js';
import { DAY_MS, HOUR_MS, type ObjectKey, objectKey, type OrganizationId, trusted } from '../../../src/model/values/index.js';
import { byosRepository, byosSetting, connectionCommand, healthyConnection, keysIn, secret } from '../../builders/byos.js';
import { createOrganization, organizationGrant } from '../../builders/organization-setting.js';
import { pushTexts } from '../../builders/push-texts.js';
import { errorOf, oidOf, valueOf } from '../../builders/world.js';

/** An owner with a bucket and a repository in it, which holds one object of ten bytes. */
const setting = async () => {
  const base = await byosSetting();
  const { world, owner, organization } = base;
  const { bucket, connection } = await healthyConnection(base);
  const made = await byosRepository(world, owner, organization.id, connection);
  await pushTexts(world, made.push, 'registered');
  const keys = (prefix = 'svc'): Promise<string[]> => keysIn(bucket, trusted<ObjectKey>(prefix));
  const { maintenance } = world.application;
  const reclaim = async () => valueOf(await maintenance.reclaimRepositories());
  const deleteRepository = async (repository = made.repository) => {
    valueOf(await world.application.repositories.remove(await world.grant(owner, repository.id, 'repository.admin')));
  };
  const deleteOrganization = async (id: OrganizationId = organization.id) => {
    valueOf(await world.application.organizations.remove(await organizationGrant(world, owner, id, 'organization.delete')));
  };
  const route = async (): Promise<StorageConnection | undefined> =>
    valueOf(await world.unitOfWork.read(({ connections }) => connections.findForRouting(connection.id)));
  const audited = (action: string) => world.unitOfWork.journal.auditEvents().filter((event) => event.action === action);
  const told = async () => {
    const page = { limit: 100, cursor: undefined };
    const all = await world.unitOfWork.read(({ notifications }) => notifications.list(owner.userId, {}, page));
    return valueOf(all)
      .items.filter(({ type }) => type.startsWith('storage.reclaim'))
      .map(({ type }) => type)
      .toReversed();
  };
  const counted = async () => {
    const reading = valueOf(await world.application.authorize.organization(owner, organization.id, 'usage.read'));
    return valueOf(await world.application.usage.ofOrganization(reading)).reclaimableBytes;
  };
  return {
    ...base,
    ...made,
    bucket,
    connection,
    keys,
    reclaim,
    deleteRepository,
    deleteOrganization,
    route,
    audited,
    told,
    counted,
  };
};

async function* onePiece(): AsyncIterable<Uint8Array> {
  yield new Uint8Array(6);
}

describe("reclaiming deleted repositories in customers' buckets", () => {
  it('removes what lay there when the grace is over, and nothing else in the bucket', async () => {
    const { world, owner, organization, repository, connection, bucket, ...run } = await setting();
    const kept = await byosRepository(world, owner, organization.id, connection, 'Kept');
    await pushTexts(world, kept.push, 'kept');
    const { namespace } = repository;
    const near = [`svc/${namespace}0/objects/aa`, `${namespace}/objects/aa`, `svc/connections/${connection.id}/notes.txt`];
    for (const key of near) valueOf(await bucket.blobs.write(trusted<ObjectKey>(key), onePiece(), 6));
    const before = await run.keys();
    await run.deleteRepository();
    world.clock.advance(DAY_MS - 1);
    expect(await run.reclaim()).to.include({ repositories: 0 });
    expect(await run.keys()).to.deep.equal(before);
    expect(await run.counted()).to.deep.equal({ managed: 0, byos: 10 });
    world.clock.advance(1);
    expect(await run.reclaim()).to.deep.equal({ repositories: 1, failing: [], abandoned: [] });
    expect(await run.keys()).to.deep.equal(before.filter((key) => !key.startsWith(`svc/${namespace}/`)));
    expect(await run.keys('connections')).to.deep.equal([`${namespace}/objects/aa`]);
    expect(await run.counted()).to.deep.equal({ managed: 0, byos: 0 });
    world.clock.advance(DAY_MS);
    await run.reclaim();
    expect((await run.route())?.id, 'the connection of the organization stays').to.equal(connection.id);
  });

  it('keeps the login of a deleted organization, out of every list, until its bytes are gone', async () => {
    const { world, repository, connection, ...run } = await setting();
    await run.deleteOrganization();
    expect(await run.route()).to.deep.equal(connection);
    world.clock.advance(DAY_MS);
    expect(await run.reclaim()).to.include({ repositories: 1 });
    expect(await run.keys()).to.deep.equal([]);
    expect(await run.route(), 'for what comes late').to.deep.equal(connection);
    await world.put(trusted<ObjectKey>(`${repository.namespace}/cas/late.txt`), 'late');
    world.clock.advance(DAY_MS);
    await run.reclaim();
    expect(await run.keys()).to.deep.equal([]);
    expect(await run.route()).to.equal(undefined);
  });

  it('keeps the login of a deleted connection in the same way, and tells of it in the audit log', async () => {
    const { world, repository, connection, connections, manage, ...run } = await setting();
    await run.deleteRepository();
    const elsewhere = { address: { prefix: 'elsewhere' } };
    expect(errorOf(await connections.update(manage, connection.id, elsewhere))).to.include({ reason: 'in_use' });
    valueOf(await connections.remove(manage, connection.id));
    const [event] = run.audited('storage_connection.delete');
    expect(event?.details).to.deep.include({ unreclaimed_repositories: [repository.id] });
    world.clock.advance(DAY_MS);
    expect(await run.reclaim()).to.include({ repositories: 1 });
    expect(await run.keys()).to.deep.equal([]);
    world.clock.advance(DAY_MS);
    await run.reclaim();
    expect(await run.route()).to.equal(undefined);
  });

  it('asks a bucket that refuses again and again, more seldom, but every day, and tells of it once', async () => {
    const { world, bucket, repository, connection, ...run } = await setting();
    bucket.changeSecret('another');
    await run.deleteRepository();
    world.clock.advance(DAY_MS);
    const began = world.clock.now();
    const tries: number[] = [];
    for (let hour = 0; hour < 96; hour += 1) {
      const reclaimed = await run.reclaim();
      if (reclaimed?.failing.includes(connection.id) === true) tries.push((world.clock.now() - began) / HOUR_MS);
      world.clock.advance(HOUR_MS);
    }
    expect(tries).to.deep.equal([0, 1, 2, 4, 8, 16, 32, 56, 80]);
    expect(await run.told()).to.deep.equal(['storage.reclaim.failing']);
    expect(run.audited('repository.reclaim.failing').map(({ target }) => target)).to.deep.equal([repository.id]);
    expect(await run.keys()).to.have.length(1);
    bucket.changeSecret(secret);
    world.clock.advance(DAY_MS);
    expect(await run.reclaim()).to.include({ repositories: 1 });
    expect(await run.keys()).to.deep.equal([]);
  });

  it('asks at once when its owner gives another login', async () => {
    const { world, bucket, connection, connections, manage, ...run } = await setting();
    bucket.changeSecret('another');
    await run.deleteRepository();
    world.clock.advance(2 * DAY_MS);
    expect(await run.reclaim()).to.include({ repositories: 0 });
    const { access } = connectionCommand({}, { secretAccessKey: 'another' });
    valueOf(await connections.update(manage, connection.id, { access }));
    expect(await run.reclaim()).to.include({ repositories: 1 });
    expect(await run.keys()).to.deep.equal([]);
  });

  it('gives up after 30 days, tells of it, and forgets the login', async () => {
    const { world, bucket, repository, connections, manage, connection, ...run } = await setting();
    await run.deleteRepository();
    valueOf(await connections.remove(manage, connection.id));
    bucket.setReachable(false);
    world.clock.advance(DAY_MS);
    const abandoned: string[] = [];
    for (let day = 0; day < 32; day += 1) {
      abandoned.push(...((await run.reclaim())?.abandoned ?? []));
      if (day < 30) expect(await run.route(), `day ${day}`).to.deep.equal(connection);
      world.clock.advance(DAY_MS);
    }
    expect(abandoned).to.deep.equal([repository.id]);
    expect(await run.told()).to.deep.equal(['storage.reclaim.failing', 'storage.reclaim.abandoned']);
    const [event] = run.audited('repository.reclaim.abandoned');
    expect(event).to.deep.include({ target: repository.id, actorId: undefined });
    expect(event?.details).to.deep.equal({ reason: 'bucket_refuses', namespace: repository.namespace, bytes: 10 });
    expect(await run.route()).to.equal(undefined);
    bucket.setReachable(true);
    expect(await run.keys()).to.have.length(1);
  });

  it("tells of what it has given up also in a run in which the service's own storage does not answer", async () => {
    const { world, owner, organization, bucket, repository, ...run } = await setting();
    const create = await organizationGrant(world, owner, organization.id, 'repositories.create');
    const own = valueOf(await world.application.repositories.create(create, { name: 'Own', visibility: 'PRIVATE' }));
    const { blobs } = world.ports;
    const { maintenance } = createApplication({
      ...world.ports,
      blobs: {
        ...blobs,
        deletePrefix: (prefix) =>
          prefix.startsWith('repositories/') ? errAsync(unavailable('storage')) : blobs.deletePrefix(prefix),
      },
    });
    bucket.setReachable(false);
    await run.deleteRepository();
    await run.deleteRepository(own);
    const abandoned: string[] = [];
    for (let day = 0; day < 33; day += 1) {
      world.clock.advance(DAY_MS);
      const reclaimed = await maintenance.reclaimRepositories();
      abandoned.push(...(reclaimed.unwrapOr(undefined)?.abandoned ?? []));
    }
    expect(abandoned).to.deep.equal([repository.id]);
    expect(run.audited('repository.reclaim.abandoned')).to.have.length(1);
  });

  it('tells by a mail each of what it has given up, also where one waits that tells of others', async () => {
    const { world, owner, organization, bucket, repository, connection, ...run } = await setting();
    const later = await byosRepository(world, owner, organization.id, connection, 'Later');
    await pushTexts(world, later.push, 'later');
    const last = await byosRepository(world, owner, organization.id, connection, 'Last');
    await pushTexts(world, last.push, 'last');
    bucket.setReachable(false);
    await run.deleteRepository();
    for (let day = 0; day < 40; day += 1) {
      if (day === 3) for (const each of [later.repository, last.repository]) await run.deleteRepository(each);
      world.clock.advance(DAY_MS);
      await run.reclaim();
    }
    while (valueOf(await world.application.mails.sendNext()));
    expect(world.mailer.sent.map(({ text }) => /The bytes of \d+/.exec(text)?.[0])).to.deep.equal([
      'The bytes of 1',
      'The bytes of 2',
    ]);
  });

  it('asks a bucket that fails once in a run, and goes on with the others', async () => {
    const base = await setting();
    const { world, owner, organization, connection, bucket, ...run } = base;
    for (const name of ['Second', 'Third']) {
      const { repository, push } = await byosRepository(world, owner, organization.id, connection, name);
      await pushTexts(world, push, name);
      await run.deleteRepository(repository);
    }
    await run.deleteRepository();
    const other = await healthyConnection(base, 'others');
    const sound = await byosRepository(world, owner, organization.id, other.connection, 'Sound');
    await pushTexts(world, sound.push, 'sound');
    await run.deleteRepository(sound.repository);
    bucket.setReachable(false);
    world.clock.advance(DAY_MS);
    expect(await run.reclaim()).to.deep.equal({ repositories: 1, failing: [connection.id], abandoned: [] });
    expect(await keysIn(other.bucket, trusted<ObjectKey>('svc'))).to.deep.equal([]);
    expect(await run.told()).to.deep.equal(['storage.reclaim.failing']);
    expect(run.audited('repository.reclaim.failing')).to.have.length(3);
    expect(await run.reclaim()).to.deep.equal({ repositories: 0, failing: [], abandoned: [] });
  });

  it('removes nothing of another organization that has the same bucket and prefix', async () => {
    const { world, keys, ...run } = await setting();
    const other = await world.signIn('other@svc.test');
    const theirs = await createOrganization(world, other, 'Other');
    const manage = await organizationGrant(world, other, theirs.id, 'storage.manage');
    const connection = valueOf(await world.application.storageConnections.create(manage, connectionCommand()));
    const { push } = await byosRepository(world, other, theirs.id, connection);
    await pushTexts(world, push, 'registered', 'more');
    await run.deleteOrganization();
    for (let day = 0; day < 3; day += 1) {
      world.clock.advance(DAY_MS);
      await run.reclaim();
    }
    const left = await keys();
    expect(left).to.have.length(2);
    expect(left.every((key) => key.startsWith(`svc/connections/${connection.id}/`))).to.equal(true);
  });

  it('takes no prefix that reaches into the namespace of a repository', async () => {
    const { repository, connections, manage } = await setting();
    for (const prefix of [
      `svc/${repository.namespace}`,
      `svc/${repository.namespace}/objects/aa`,
      `repositories/${repository.id}`,
    ]) {
      const command = connectionCommand({ prefix });
      expect(errorOf(await connections.create(manage, command))).to.deep.include({ kind: 'bad_request', field: 'prefix' });
    }
  });

  it('waits for a back-up', async () => {
    const { world, ...run } = await setting();
    await run.deleteRepository();
    world.clock.advance(DAY_MS);
    valueOf(await world.application.operator.holdOffRemovals());
    expect(await run.reclaim()).to.deep.equal({ repositories: 0, failing: [], abandoned: [] });
    expect(await run.keys()).to.have.length(1);
    world.clock.advance(HOUR_MS);
    expect(await run.reclaim()).to.include({ repositories: 1 });
  });

  it('removes many objects piece by piece, as slowly as it is told to', async () => {
    const { world, bucket, repository, ...run } = await setting();
    for (let count = 0; count <= 1000; count += 1) {
      const oid = oidOf(`${count}`);
      const key = trusted<ObjectKey>(`svc/${objectKey(repository.namespace, oid)}`);
      valueOf(await bucket.blobs.write(key, onePiece(), 6));
    }
    await run.deleteRepository();
    world.clock.advance(DAY_MS);
    let sleptMs = 0;
    const after = (milliseconds: number, wake: () => void) => {
      sleptMs += milliseconds;
      wake();
      return () => undefined;
    };
    const settings = { ...world.ports.settings, gcRequestsPerSecond: 2 };
    const { maintenance } = createApplication({ ...world.ports, clock: { ...world.clock, after }, settings });
    expect(valueOf(await maintenance.reclaimRepositories())).to.include({ repositories: 1 });
    expect(await run.keys()).to.deep.equal([]);
    expect(sleptMs).to.be.greaterThan(256 * 500);
  });
});
