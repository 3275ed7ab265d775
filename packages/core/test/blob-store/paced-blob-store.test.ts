import { expect } from 'chai';
import { okAsync, ResultAsync } from 'neverthrow';
import { pacedBlobStore } from '../../src/blob-store/paced-blob-store.js';
import { createFixedClock } from '../../src/memory/fixed-clock.js';
import { TreeUnavailable } from '../../src/model/chunk-tree/tree-fault.js';
import { type ObjectKey, trusted } from '../../src/model/values/index.js';
import type { BlobStore } from '../../src/ports/blob-store.js';
import { collect } from '../builders/tree.js';
import { createWorld, errorOf, valueOf } from '../builders/world.js';

const key = trusted<ObjectKey>('a/key');
const pace = { graceMs: 2000, minBytesPerSecond: 100 };
const never = new Promise<never>(() => undefined);

/** A store whose blob comes by so many bytes every second of its clock, until it falls silent. */
const dripping = (bytesPerSecond: number, seconds: number) => {
  const clock = createFixedClock();
  let isLeft = false;
  let sent = 0;
  const body: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        if (sent >= seconds) return never;
        sent += 1;
        clock.advance(1000);
        return Promise.resolve({ done: false, value: new Uint8Array(bytesPerSecond) });
      },
      return: async () => {
        isLeft = true;
        return { done: true, value: undefined };
      },
    }),
  };
  const { blobs } = createWorld();
  const store: BlobStore = { ...blobs, read: () => okAsync({ sizeBytes: 1e6, body, fill: () => never }) };
  return { clock, store, paced: pacedBlobStore(store, clock, pace), isLeft: () => isLeft, sent: () => sent };
};

describe('pacedBlobStore', () => {
  it('gives up a body that comes too slowly, and releases it', async () => {
    const { paced, isLeft, sent } = dripping(50, 1000);
    const reading = valueOf(await paced.read(key));
    const [outcome] = await Promise.allSettled([collect(reading.body)]);
    expect(outcome).to.have.property('reason').that.is.instanceOf(TreeUnavailable);
    expect(isLeft()).to.equal(true);
    expect(sent()).to.be.within(2, 5);
  });

  it('gives up a body that falls silent when its time is over, not before', async () => {
    const { clock, paced, isLeft } = dripping(200, 5);
    const reading = valueOf(await paced.read(key));
    const collecting = Promise.allSettled([collect(reading.body)]);
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    // Five seconds have brought what ten may bring, and two are for nothing.
    clock.advance(6999);
    await new Promise(setImmediate);
    expect(isLeft()).to.equal(false);
    clock.advance(1);
    const [outcome] = await collecting;
    expect(outcome).to.have.property('status', 'rejected');
    expect(isLeft()).to.equal(true);
  });

  it('counts all reads of one piece of work together, those that open a blob too', async () => {
    const clock = createFixedClock();
    const { blobs } = createWorld();
    const late: BlobStore = {
      ...blobs,
      head: () =>
        ResultAsync.fromSafePromise(
          (async () => {
            clock.advance(800);
            return { sizeBytes: 1 };
          })(),
        ),
    };
    const paced = pacedBlobStore(late, clock, pace);
    valueOf(await paced.head(key));
    valueOf(await paced.head(key));
    expect(errorOf(await paced.head(key))).to.include({ kind: 'unavailable', part: 'storage' });
    expect(valueOf(await pacedBlobStore(late, clock, pace).head(key)), 'another piece of work').to.deep.equal({ sizeBytes: 1 });
  });

  it('releases a body that is opened when its time is over already', async () => {
    const { clock, store, isLeft } = dripping(200, 5);
    let open = (): void => undefined;
    const opening = new Promise<void>((resolve) => (open = resolve));
    const late: BlobStore = { ...store, read: (at) => ResultAsync.fromSafePromise(opening).andThen(() => store.read(at)) };
    const reading = pacedBlobStore(late, clock, pace).read(key);
    clock.advance(2000);
    expect(errorOf(await reading)).to.include({ kind: 'unavailable', part: 'storage' });
    expect(isLeft()).to.equal(false);
    open();
    await new Promise(setImmediate);
    expect(isLeft()).to.equal(true);
  });
});
