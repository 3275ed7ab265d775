import { randomUUID } from 'node:crypto';
import { SECOND_MS, type Instant } from '@svc/core/model';
import type { Bucket, PrivateKey } from './bucket.js';
import type { Attempt } from './classify-error.js';
import { deleteObject } from './delete-objects.js';
import { probeFolder } from './probe-folder.js';
import { S3Fault } from './s3-fault.js';
import { putObject } from './write-object.js';

/** Between the end of one try and the next. */
const betweenTriesMs = 5 * SECOND_MS;

/** Watches whether what the store changes in its bucket is taken. As long as it is, that costs nothing. */
export interface WriteWatch {
  /** What makes an object appear. */
  readonly writing: Attempt;
  /** What makes one go. */
  readonly removing: Attempt;
  /**
   * Throws while the bucket takes no changes, as far as is known: after one has failed it tries a small write every few seconds, until that or another one
   * succeeds. Nothing of it stays.
   */
  assertTaken(): Promise<void>;
}

interface Try {
  readonly outcome: Promise<void>;
  endedAt?: Instant;
}

export const createWriteWatch = (bucket: Bucket, attempt: Attempt): WriteWatch => {
  const failed = new Set<'writing' | 'removing'>();
  // Always the same, so that a try removes what an earlier one could not.
  const key: PrivateKey = `${probeFolder}/${randomUUID()}`;
  let latest: Try | undefined;

  /** A bucket that is full still removes, and one that refuses to remove may still take: each is believed for itself. */
  const watched =
    (deed: 'writing' | 'removing'): Attempt =>
    (act) =>
      attempt(async () => {
        const result = await act().catch((fault: unknown) => {
          if (isOfBucket(fault)) failed.add(deed);
          throw fault;
        });
        if (result.isOk()) failed.delete(deed);
        return result;
      });

  const tryAgain = async (): Promise<void> => {
    try {
      await tryChanges(bucket, key);
      failed.clear();
    } finally {
      if (latest !== undefined) latest.endedAt = bucket.clock.now();
    }
  };

  return {
    writing: watched('writing'),
    removing: watched('removing'),
    assertTaken: async () => {
      if (failed.size === 0) return;
      const { endedAt } = latest ?? { endedAt: -Infinity };
      if (endedAt !== undefined && Math.abs(bucket.clock.now() - endedAt) >= betweenTriesMs) latest = { outcome: tryAgain() };
      await latest?.outcome;
    },
  };
};

const isOfBucket = (fault: unknown): boolean => fault instanceof S3Fault && fault.kind === 'unavailable';

const tryChanges = async (bucket: Bucket, key: PrivateKey): Promise<void> => {
  try {
    // What may not be removed must not be written either.
    await deleteObject(bucket, key);
    try {
      await putObject(bucket, key, Buffer.from('probe'), bucket.writing);
    } finally {
      await deleteObject(bucket, key);
    }
  } catch (fault) {
    // The request is as right as any: whatever is wrong is the bucket's.
    throw fault instanceof S3Fault ? new S3Fault('unavailable', fault.code, fault.status) : fault;
  }
};
