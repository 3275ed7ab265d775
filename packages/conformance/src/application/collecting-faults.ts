import { MINUTE_MS } from '@svc/core/model';
import type { BlobStore, UnitOfWork } from '@svc/core/ports';
import { errAsync, ResultAsync } from 'neverthrow';
import { setImmediate } from 'node:timers/promises';
import type { SeededRandom } from '../seeded.js';

/** A removal that the store has begun takes effect no later, whatever was answered. */
const latestMs = 13 * MINUTE_MS;

/** A removal that was answered, and takes effect some time. */
export interface LateEffect {
  readonly arrivesBy: number;
  readonly act: () => Promise<unknown>;
}

/** The process is gone. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** What nobody waits for any more, since the process is gone, and still arrives. */
export type UnderWay = Set<Promise<unknown>>;

/** A store that answers late, in vain, after the effect or before it, or long before it. */
export const faultyStore = (
  blobs: BlobStore,
  random: SeededRandom,
  clock: () => number,
  { late, underWay }: { readonly late: LateEffect[]; readonly underWay: UnderWay },
): BlobStore => {
  const slowly = <T, E>(call: () => ResultAsync<T, E>): ResultAsync<T, E> => {
    const calling = (async () => {
      for (let turns = random.integer(4); turns > 0; turns -= 1) await setImmediate();
      if (random.integer(60) === 0) throw new Crash('in a call of the store');
      return call();
    })();
    underWay.add(calling);
    return new ResultAsync(calling.finally(() => underWay.delete(calling)));
  };
  const unavailable = { kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 } as const;
  return {
    ...blobs,
    head: (key) => slowly(() => blobs.head(key)),
    read: (key, span) =>
      slowly((): ReturnType<BlobStore['read']> => (random.integer(200) === 0 ? errAsync(unavailable) : blobs.read(key, span))),
    write: (key, body, sizeBytes) =>
      slowly((): ReturnType<BlobStore['write']> => {
        if (random.integer(60) === 0) return errAsync(unavailable);
        const written = blobs.write(key, body, sizeBytes);
        return random.integer(60) === 0 ? written.andThen(() => errAsync(unavailable)) : written;
      }),
    remove: (key) =>
      slowly(() => {
        switch (random.integer(5)) {
          case 0:
            return errAsync(unavailable);
          case 1:
            return blobs.remove(key).andThen(() => errAsync(unavailable));
          case 2:
            late.push({ arrivesBy: clock() + latestMs, act: async () => blobs.remove(key) });
            return errAsync(unavailable);
          default:
            return blobs.remove(key);
        }
      }),
  };
};

/** A process that dies before a commit, or right after it. */
export const faultyUnitOfWork = (inner: UnitOfWork, random: SeededRandom): UnitOfWork => ({
  ...inner,
  transact: (work) => {
    const fate = random.integer(80);
    if (fate === 0) throw new Crash('before the commit');
    const done = inner.transact(work);
    const die = async (): Promise<never> => {
      (await done).unwrapOr(undefined);
      throw new Crash('after the commit');
    };
    return fate === 1 ? new ResultAsync(die()) : done;
  },
});
