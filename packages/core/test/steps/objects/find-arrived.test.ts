import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { outage } from '../../../src/model/app-error.js';
import { BlobUnreadable } from '../../../src/model/blob-unreadable.js';
import { listStaged } from '../../../src/steps/objects/find-arrived.js';
import { type Oid, stagingKey, trusted } from '../../../src/model/values/index.js';
import { createWorld, errorOf, objectOf, oidOf, valueOf, withRepository } from '../../builders/world.js';

const strangers = 2000;

/** A session of Git LFS for two objects, of which one is staged, in a bucket that names others, too. */
const setting = async () => {
  const world = createWorld();
  const { push } = await withRepository(world);
  valueOf(await world.application.lfs.batchUpload(push, ['a', 'b'].map(objectOf)));
  const now = world.clock.now();
  const open = await world.unitOfWork.read(({ uploads }) =>
    uploads.findOpenLfs(push.repository.repositoryId, push.caller.userId, now),
  );
  const session = valueOf(open) ?? expect.fail('there is a session');
  await world.put(stagingKey(session.namespace, session.id, oidOf('a')), 'a');
  const { list } = world.blobs;
  const blobs: typeof world.blobs = {
    ...world.blobs,
    list: async function* (prefix) {
      for (let number = 0; number < strangers; number += 1) {
        const oid = trusted<Oid>(createHash('sha256').update(String(number)).digest('hex'));
        yield { key: stagingKey(session.namespace, session.id, oid), sizeBytes: 1 };
      }
      yield* list(prefix);
    },
  };
  return { world, session, blobs };
};

describe('listing what a session has staged', () => {
  it('tells what belongs to it, whatever else the bucket names', async () => {
    const { world, session, blobs } = await setting();
    const staged = valueOf(await listStaged({ ...world.ports, blobs }, session));
    expect([...staged.keys()]).to.deep.equal([oidOf('a')]);
  });

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
      expect(errorOf(await listStaged({ ...world.ports, blobs }, session))).to.deep.equal(told);
    }
  });
});
