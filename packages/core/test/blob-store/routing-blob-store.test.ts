import { expect } from 'chai';
import { errAsync } from 'neverthrow';
import { routingBlobStore } from '../../src/blob-store/routing-blob-store.js';
import { outage } from '../../src/model/app-error.js';
import { thrownOutage } from '../../src/model/blob-unreadable.js';
import {
  namespaceOf,
  type ObjectKey,
  type RepositoryId,
  type StorageConnectionId,
  trusted,
} from '../../src/model/values/index.js';
import { createWorld } from '../builders/world.js';

describe('a list of a bucket that cannot be opened', () => {
  it('throws why, as any other list that the store does not give', async () => {
    const { blobs, ports } = createWorld();
    const refused = outage('storage', 'storage_refused');
    const store = routingBlobStore(blobs, () => errAsync(refused));
    const namespace = namespaceOf(trusted<RepositoryId>(ports.random.uuid()), trusted<StorageConnectionId>(ports.random.uuid()));
    const listing = async () => {
      for await (const { key } of store.list(trusted<ObjectKey>(namespace))) expect.fail(key);
    };
    expect(thrownOutage(await listing().catch((thrown: unknown) => thrown))).to.deep.equal(refused);
  });
});
