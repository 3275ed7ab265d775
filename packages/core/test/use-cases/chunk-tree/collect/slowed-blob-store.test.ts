import { expect } from 'chai';
import { okAsync } from 'neverthrow';
import { type ObjectKey, trusted } from '../../../../src/model/values/index.js';
import type { BlobStore } from '../../../../src/ports/blob-store.js';
import { slowedBlobStore } from '../../../../src/use-cases/chunk-tree/collect/slowed-blob-store.js';
import { collect } from '../../../builders/tree.js';
import { createWorld, valueOf } from '../../../builders/world.js';

const key = trusted<ObjectKey>('a/key');
const atOnce = () => Promise.resolve();

/** A store whose bodies never end, read at the given pace. */
const slowedEndless = (bytes: () => Promise<void>) => {
  let left = 0;
  const body: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: new Uint8Array(10) }),
      return: async () => {
        left += 1;
        return { done: true, value: undefined };
      },
    }),
  };
  const { blobs } = createWorld();
  const endless: BlobStore = { ...blobs, read: () => okAsync({ sizeBytes: 1e6, body }) };
  return { store: slowedBlobStore(endless, { requests: atOnce, bytes }, atOnce), left: () => left };
};

describe('slowedBlobStore', () => {
  it('releases a body that is left, also before its first piece', async () => {
    const { store, left } = slowedEndless(atOnce);
    await valueOf(await store.read(key))
      .body[Symbol.asyncIterator]()
      .return?.();
    expect(left()).to.equal(1);
    for await (const _piece of valueOf(await store.read(key)).body) break;
    expect(left()).to.equal(2);
  });

  it('releases a body whose reader is told to stop', async () => {
    const { store, left } = slowedEndless(() => Promise.reject(new Error('the run is over')));
    const [outcome] = await Promise.allSettled([collect(valueOf(await store.read(key)).body)]);
    expect(outcome).to.have.nested.property('reason.message', 'the run is over');
    expect(left()).to.equal(1);
  });
});
