import { err, ok, type Result } from 'neverthrow';
import type { RateLimited } from '../../model/app-error.js';
import type { Limits } from '../../model/quotas/limits.js';
import type { ByteCount, ObjectKey } from '../../model/values/index.js';

/** A body that is about to come. */
export interface IncomingBody {
  readonly key: ObjectKey;
  /** Whose it is: an organization, or what stands for one that is not known. */
  readonly owner: string;
  readonly declaredBytes: ByteCount;
}

/** The bodies that come at this moment, of which each has bytes on a disk that are no blob yet. */
export interface IncomingBodies {
  /** Lets the body come until `leave` is called, more than once does no harm. `rate_limited` with `concurrent_writes` or `unfinished_bytes`. */
  enter(body: IncomingBody): Result<{ readonly leave: () => void }, RateLimited>;
  /** How many bodies of the key were let in and have not left. */
  count(key: ObjectKey): number;
}

/** What use cases need that take bodies. */
export interface Receiving {
  readonly incoming: IncomingBodies;
}

/** Nobody knows when a body has come. */
const askAgainAfterSeconds = 5;

const refuse = (reason: RateLimited['reason']): Result<never, RateLimited> =>
  err({ kind: 'rate_limited', reason, retryAfterSeconds: askAgainAfterSeconds });

/** Adds to a sum of which there is no entry while it is 0. */
const add = <K>(sums: Map<K, number>, key: K, amount: number): void => {
  const sum = (sums.get(key) ?? 0) + amount;
  if (sum === 0) sums.delete(key);
  else sums.set(key, sum);
};

/** Bounds the bodies of each key and the bytes of each owner. An owner of whom nothing comes may send one body of any length. */
export const createIncomingBodies = ({
  writersPerKey,
  unfinishedBytesPerOrganization,
}: Pick<Limits, 'writersPerKey' | 'unfinishedBytesPerOrganization'>): IncomingBodies => {
  const writers = new Map<ObjectKey, number>();
  const unfinishedBytes = new Map<string, number>();
  return {
    enter: ({ key, owner, declaredBytes }) => {
      if ((writers.get(key) ?? 0) >= writersPerKey) return refuse('concurrent_writes');
      const underWay = unfinishedBytes.get(owner) ?? 0;
      if (underWay > 0 && underWay + declaredBytes > unfinishedBytesPerOrganization) return refuse('unfinished_bytes');
      add(writers, key, 1);
      add(unfinishedBytes, owner, declaredBytes);
      let isInside = true;
      const leave = (): void => {
        if (!isInside) return;
        isInside = false;
        add(writers, key, -1);
        add(unfinishedBytes, owner, -declaredBytes);
      };
      return ok({ leave });
    },
    count: (key) => writers.get(key) ?? 0,
  };
};
