import { expect } from 'chai';
import { ok } from 'neverthrow';
import { createMemorySecretBox } from '../../../src/memory/memory-secret-box.js';
import {
  DAY_MS,
  namespaceOf,
  type ObjectKey,
  objectKey,
  type RepositoryId,
  type StorageConnectionId,
  trusted,
} from '../../../src/model/values/index.js';
import { createOpenConnection } from '../../../src/use-cases/storage-connections/open-connection.js';
import { byosSetting, connectionCommand, healthyConnection } from '../../builders/byos.js';
import { errorOf, oidOf, valueOf } from '../../builders/world.js';

const unavailable = { kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 };

const setting = async (maxOpen?: number) => {
  const base = await byosSetting();
  const { bucket, connection } = await healthyConnection(base);
  let opened = 0;
  const connector: typeof base.world.buckets = {
    ...base.world.buckets,
    open: (login, capabilities) => {
      opened += 1;
      return base.world.buckets.open(login, capabilities);
    },
  };
  const { unitOfWork, secretBox } = base.world.ports;
  const open = createOpenConnection({ unitOfWork, connector, secretBox }, maxOpen);
  return { ...base, bucket, connection, open, opened: () => opened };
};

const keyIn = (id: StorageConnectionId): ObjectKey => {
  const repositoryId = trusted<RepositoryId>('00000000-0000-4000-8000-0000000000aa');
  return objectKey(namespaceOf(repositoryId, id), oidOf('x'));
};

describe('openConnection', () => {
  it('opens a bucket once for many uses, and again when its connection was changed or does other things', async () => {
    const { world, connection, connections, manage, open, opened } = await setting();
    for (let use = 0; use < 3; use += 1) valueOf(await open(connection.id));
    expect(opened()).to.equal(1);
    valueOf(await connections.test(manage, connection.id));
    valueOf(await open(connection.id));
    expect(opened(), 'the same health').to.equal(1);
    valueOf(await connections.update(manage, connection.id, { name: 'Renamed' }));
    valueOf(await open(connection.id));
    expect(opened(), 'a new revision').to.equal(2);
    const health = { ...connection.health, capabilities: { ...connection.health.capabilities, checksumEnforced: true } };
    valueOf(
      await world.unitOfWork.transact(async (records) => ok(await records.connections.recordHealth(connection.id, 2, health))),
    );
    valueOf(await open(connection.id));
    expect(opened(), 'other capabilities').to.equal(3);
  });

  it('uses a new secret from the next use on, and the old one no more', async () => {
    const { bucket, connection, connections, manage, open } = await setting();
    const store = valueOf(await open(connection.id));
    bucket.changeSecret('another');
    expect(errorOf(await store.head(keyIn(connection.id)))).to.deep.equal(unavailable);
    valueOf(await connections.update(manage, connection.id, { access: { secretAccessKey: 'another' } }));
    const next = valueOf(await open(connection.id));
    expect(errorOf(await next.head(keyIn(connection.id)))).to.deep.equal({ kind: 'blob_missing' });
  });

  it('keeps no more buckets open than it may, and forgets the one that was not used for longest', async () => {
    const { connection: first, connections, manage, open, opened } = await setting(2);
    const [second, third] = [
      valueOf(await connections.create(manage, connectionCommand())),
      valueOf(await connections.create(manage, connectionCommand())),
    ];
    for (const { id } of [first, second, first, third]) valueOf(await open(id));
    expect(opened()).to.equal(3);
    valueOf(await open(first.id));
    expect(opened(), 'still open').to.equal(3);
    valueOf(await open(second.id));
    expect(opened(), 'closed meanwhile').to.equal(4);
  });

  it('is storage that does not answer where the connection is unknown, gone, or has a secret that no key opens', async () => {
    const { world, connection, connections, manage, open } = await setting();
    const unknown = trusted<StorageConnectionId>('ffffffff-0000-4000-8000-000000000000');
    expect(errorOf(await open(unknown))).to.deep.equal(unavailable);
    const { unitOfWork, connector } = world.ports;
    const keys = [{ id: 'other', secret: new Uint8Array(32).fill(9) }];
    const secretBox = createMemorySecretBox({ keys, random: world.ports.random });
    expect(errorOf(await createOpenConnection({ unitOfWork, connector, secretBox })(connection.id))).to.deep.equal(unavailable);
    valueOf(await open(connection.id));
    valueOf(await connections.remove(manage, connection.id));
    expect(errorOf(await open(connection.id))).to.deep.equal(unavailable);
  });

  it('stays open for as long as a day of checks finds nothing new', async () => {
    const { world, connection, open, opened } = await setting();
    valueOf(await open(connection.id));
    world.clock.advance(DAY_MS);
    valueOf(await world.application.maintenance.checkConnections());
    valueOf(await open(connection.id));
    expect(opened()).to.equal(1);
  });
});
