import { expect } from 'chai';
import { outage } from '../../../src/model/app-error.js';
import { BlobUnreadable } from '../../../src/model/blob-unreadable.js';
import { listStaged } from '../../../src/steps/objects/find-arrived.js';
import { createWorld, errorOf, valueOf, withRepository } from '../../builders/world.js';

describe('listing what a session has staged', () => {
  it('tells why the store does not answer, where it says so', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const { session } = valueOf(await world.application.uploads.open(push, {}));
    const refused = outage('storage', 'storage_refused');
    for (const [thrown, told] of [
      [new BlobUnreadable(refused), refused],
      [new Error('a store of others'), { kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 }],
    ] as const) {
      const blobs: typeof world.blobs = {
        ...world.blobs,
        list: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(thrown) }) }),
      };
      expect(errorOf(await listStaged({ blobs }, session))).to.deep.equal(told);
    }
  });
});
