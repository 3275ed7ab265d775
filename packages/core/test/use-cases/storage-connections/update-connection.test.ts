import { expect } from 'chai';
import { createApplication } from '../../../src/application.js';
import { type StorageConnectionId, trusted } from '../../../src/model/values/index.js';
import type { UpdateConnection } from '../../../src/use-cases/storage-connections/changed-connection.js';
import { addBucket, byosRepository, byosSetting, endpoint, healthyConnection, secret } from '../../builders/byos.js';
import { auditTrail, createOrganization, organizationGrant } from '../../builders/organization-setting.js';
import { errorOf, valueOf } from '../../builders/world.js';

const somewhere = trusted<StorageConnectionId>('ffffffff-0000-4000-8000-000000000000');

const setting = async () => {
  const base = await byosSetting();
  const { bucket, connection } = await healthyConnection(base);
  const { world, connections, manage } = base;
  const update = (command: UpdateConnection) => connections.update(manage, connection.id, command);
  const sealedSecret = async () => {
    const { access } = valueOf(await connections.get(base.read, connection.id));
    return access.method === 'access_keys' ? access.secretAccessKey : undefined;
  };
  return { ...base, bucket, connection, update, sealedSecret, trail: auditTrail(world) };
};

describe('updateConnection', () => {
  it('changes what is given, keeps the rest, and checks the bucket again', async () => {
    const { world, connection, update, connections, read, trail } = await setting();
    world.clock.advance(1000);
    const changed = valueOf(await update({ name: 'Renamed', scope: 'repository', address: { storageClass: 'COLD' } }));
    expect(changed).to.deep.equal({
      ...connection,
      name: 'Renamed',
      scope: 'repository',
      address: { ...connection.address, storageClass: 'COLD' },
      health: { ...connection.health, checkedAt: world.clock.now() },
      revision: 2,
      updatedAt: world.clock.now(),
    });
    expect(valueOf(await connections.get(read, connection.id))).to.deep.equal(changed);
    expect(trail()).to.deep.equal([`storage_connection.update ${connection.id}`]);
    expect(valueOf(await update({ address: { storageClass: null } })).address.storageClass).to.equal(undefined);
  });

  it('tells the audit log whom a connection is meant for, when it is made, changed and removed', async () => {
    const { world, connection, update, connections, manage } = await setting();
    valueOf(await update({ scope: 'repository' }));
    valueOf(await connections.remove(manage, connection.id));
    const told = world.unitOfWork.journal.auditEvents().filter(({ target }) => target === connection.id);
    expect(told.map(({ action, details }) => [action, details.scope])).to.deep.equal([
      ['storage_connection.create', { new: 'organization' }],
      ['storage_connection.update', { old: 'organization', new: 'repository' }],
      ['storage_connection.delete', { old: 'repository' }],
    ]);
  });

  it('writes nothing and leaves no trace when it changes nothing', async () => {
    const { world, connection, update, trail } = await setting();
    world.clock.advance(1000);
    for (const command of [
      {},
      { name: 'Ours' },
      { address: { bucket: 'models', endpoint } },
      { access: { accessKeyId: 'AKID' } },
    ]) {
      expect(valueOf(await update(command))).to.deep.equal(connection);
    }
    expect(trail()).to.deep.equal([]);
  });

  it('keeps the secret when none is given, and takes a new one', async () => {
    const { bucket, update, sealedSecret } = await setting();
    const before = await sealedSecret();
    expect(valueOf(await update({ name: 'Renamed' })).health.isHealthy).to.equal(true);
    expect(await sealedSecret()).to.equal(before);
    bucket.changeSecret('another');
    expect(valueOf(await update({ access: { secretAccessKey: 'another' } })).health.isHealthy).to.equal(true);
    expect(await sealedSecret()).to.not.equal(before);
  });

  it('stores a change after which the checks fail, and notes that they do', async () => {
    const { connection, update, trail } = await setting();
    expect(valueOf(await update({ access: { secretAccessKey: 'wrong' } })).health.isHealthy).to.equal(false);
    valueOf(await update({ access: { secretAccessKey: 'wrong too' } }));
    expect(trail()).to.deep.equal([
      `storage_connection.update ${connection.id}`,
      `storage_connection.unhealthy ${connection.id}`,
      `storage_connection.update ${connection.id}`,
    ]);
  });

  it('goes over to a role and back, with an external id that stays for as long as the role does', async () => {
    const base = await setting();
    const roleArn = 'arn:aws:iam::123456789012:role/svc';
    base.world.buckets.add({ endpoint: undefined, bucket: 'models', accessKeyId: 'AKID', secretAccessKey: secret });
    const toRole = await base.update({
      address: { provider: 'aws_s3', endpoint: null },
      access: { authMethod: 'assume_role', roleArn },
    });
    const { access } = valueOf(toRole);
    if (access.method !== 'assume_role') throw new Error('it goes by a role now');
    const other = valueOf(await base.update({ access: { roleArn: `${roleArn}-2` } })).access;
    expect(other).to.deep.equal({ ...access, roleArn: `${roleArn}-2` });
    const keys = { authMethod: 'access_keys', accessKeyId: 'AKID' } as const;
    expect(errorOf(await base.update({ access: keys }))).to.include({ field: 'secret_access_key', problem: 'missing' });
    expect(valueOf(await base.update({ access: { ...keys, secretAccessKey: secret } })).health.isHealthy).to.equal(true);
  });

  it('leaves the place of the bytes alone while a repository uses it; all else may change', async () => {
    const { world, owner, organization, connection, update, trail } = await setting();
    await byosRepository(world, owner, organization.id, connection);
    addBucket(world, 'others');
    trail();
    for (const address of [{ endpoint: 'https://other.test' }, { region: 'eu-1' }, { bucket: 'others' }, { prefix: 'other' }]) {
      expect(errorOf(await update({ address }))).to.deep.equal({ kind: 'conflict', reason: 'in_use' });
    }
    expect(trail()).to.deep.equal([]);
    const rest = { tlsVerify: false, pathStyle: false, kmsKeyId: 'k', storageClass: 'COLD' };
    const changed = valueOf(await update({ name: 'Renamed', address: rest, access: { secretAccessKey: secret } }));
    expect(changed.address).to.deep.equal({ ...connection.address, ...rest });
  });

  it('moves freely before there is a repository', async () => {
    const { world, update } = await setting();
    addBucket(world, 'others');
    expect(valueOf(await update({ address: { bucket: 'others', prefix: '' } })).health.isHealthy).to.equal(true);
  });

  it('gives way to a change, a repository or a removal that comes while it waits for the checks', async () => {
    const meanwhile = async (
      act: (base: Awaited<ReturnType<typeof setting>>) => PromiseLike<unknown>,
      command: UpdateConnection,
    ) => {
      const base = await setting();
      addBucket(base.world, 'others');
      const connector = {
        ...base.world.buckets,
        check: async (login: Parameters<typeof base.world.buckets.check>[0]) => {
          await act(base);
          return base.world.buckets.check(login);
        },
      };
      const { storageConnections } = createApplication({ ...base.world.ports, connector });
      return errorOf(await storageConnections.update(base.manage, base.connection.id, command));
    };
    const move = { address: { bucket: 'others' } };
    expect(await meanwhile(async ({ update }) => valueOf(await update({ name: 'Theirs' })), { name: 'Mine' })).to.include({
      reason: 'changed_meanwhile',
    });
    const use = ({ world, owner, organization, connection }: Awaited<ReturnType<typeof setting>>) =>
      byosRepository(world, owner, organization.id, connection);
    expect(await meanwhile(use, move)).to.include({ reason: 'in_use' });
    const remove = async ({ connections, manage, connection }: Awaited<ReturnType<typeof setting>>) =>
      valueOf(await connections.remove(manage, connection.id));
    expect(await meanwhile(remove, move)).to.include({ kind: 'not_found' });
  });

  it('knows no connection of another organization, and no removed one', async () => {
    const { world, owner, connection, connections, manage } = await setting();
    const { id } = await createOrganization(world, owner, 'Elsewhere');
    const other = await organizationGrant(world, owner, id, 'storage.manage');
    const otherRead = await organizationGrant(world, owner, id, 'storage.read');
    const unknown = { kind: 'not_found' };
    expect(errorOf(await connections.get(otherRead, connection.id))).to.deep.equal(unknown);
    expect(errorOf(await connections.update(other, connection.id, { name: 'x' }))).to.deep.equal(unknown);
    expect(errorOf(await connections.test(other, connection.id))).to.deep.equal(unknown);
    expect(errorOf(await connections.remove(other, connection.id))).to.deep.equal(unknown);
    expect(errorOf(await connections.update(manage, somewhere, { name: 'x' }))).to.deep.equal(unknown);
  });
});

describe('deleteConnection', () => {
  it('forgets a connection once, and not while a repository uses it', async () => {
    const { world, owner, organization, connection, connections, manage, read, trail } = await setting();
    const { repository } = await byosRepository(world, owner, organization.id, connection);
    trail();
    expect(errorOf(await connections.remove(manage, connection.id))).to.deep.equal({ kind: 'conflict', reason: 'in_use' });
    valueOf(await world.application.repositories.remove(await world.grant(owner, repository.id, 'repository.admin')));
    trail();
    valueOf(await connections.remove(manage, connection.id));
    expect(trail()).to.deep.equal([`storage_connection.delete ${connection.id}`]);
    expect(errorOf(await connections.remove(manage, connection.id))).to.deep.equal({ kind: 'not_found' });
    expect(valueOf(await connections.list(read, { limit: 10 })).items).to.deep.equal([]);
  });

  it('works where the service reaches no buckets any more', async () => {
    const { world, connection, manage } = await setting();
    const { storageConnections } = createApplication({ ...world.ports, connector: undefined });
    const unsupported = { field: 'provider', problem: 'unsupported' };
    expect(errorOf(await storageConnections.test(manage, connection.id))).to.include(unsupported);
    expect(errorOf(await storageConnections.update(manage, connection.id, { name: 'x' }))).to.include(unsupported);
    expect((await storageConnections.remove(manage, connection.id)).isOk()).to.equal(true);
  });
});
