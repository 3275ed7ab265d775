import { Abandoned, createFairQueue, demandWanted, LaneFull } from '../../concurrency/fair-queue.js';
import { createHourlyBudget } from '../../concurrency/hourly-budget.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import { createSharedWork } from '../../concurrency/shared-work.js';
import { unavailable, type Unavailable } from '../../model/app-error.js';
import { defaultVerifiedBytesPerHour } from '../../model/chunk-tree/tree-file.js';
import { type StorageMode, storageModeOf } from '../../model/repository.js';
import { KIB, MIB, type ObjectKey, type OrganizationId, SECOND_MS, type StorageNamespace } from '../../model/values/index.js';
import type { BlobStore } from '../../ports/blob-store.js';
import type { Ports } from '../../ports/ports.js';

/** Whose bytes are verified, and where they lie. */
export interface Verified {
  readonly organizationId: OrganizationId;
  readonly namespace: StorageNamespace;
}

/** One verification's turns beside all others of the process. */
export interface VerificationTurns {
  /**
   * Counts what was hashed or decoded. Where that was enough for once, the answer resolves when others have had their turn, and throws `Abandoned` when
   * nobody wants the outcome any more.
   */
  spend(bytes: number): Promise<void> | undefined;
  /** Whether others wait for the memory that a stretch takes, or the organization has used up its hour: then the stretch should end where it can go on later. */
  shouldEndStretch(): boolean;
  /** Runs a stretch of the work when there is room for it. */
  stretch<T>(work: () => Promise<T>): Promise<T>;
}

/** What an upload has staged. */
export interface StagedBytes {
  readonly key: ObjectKey;
  readonly sizeBytes: number;
}

export type Promoted = Awaited<ReturnType<BlobStore['promote']>>;

/**
 * How the verifications of one process share it: by organization, whatever anybody asks for. Buckets that customers bring have places of their own, so that
 * a slow one keeps nobody waiting whose bytes lie in the service's storage.
 */
export interface Verifications {
  /** Turns of work that somebody waits for, or of work `inBackground`, which also waits for the organization's budget. */
  turns(of: Verified, options: { readonly inBackground: boolean; readonly signal?: AbortSignal | undefined }): VerificationTurns;
  /** Turns for what follows its sender and has memory of its own. */
  eagerTurns(of: Verified, isOver: () => boolean): VerificationTurns;
  /** Whether the organization has used up its hour: what it asks for now is for the background. */
  isSpent(organizationId: OrganizationId): boolean;
  /** The organizations that have. */
  spent(): readonly OrganizationId[];
  /** A call that verifies objects of the tree one after the other. */
  call<T>(of: Verified, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Work of a call that has a large manifest in memory: of these there are fewer at once than calls. */
  withLargeManifest<T>(of: Verified, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Staged bytes that the store itself verifies, in one piece; once for all who ask at the same time for what lies at the key, with the same length. */
  promote(of: Verified, staged: StagedBytes, work: () => Promise<Promoted>, signal?: AbortSignal): Promise<Promoted>;
}

/** What a use case needs to verify. */
export interface Verifying {
  readonly verifications: Verifications;
}

/** Verified between two turns: less than a millisecond of the thread, for a request waits for many turns. */
const blockBytes = 512 * KIB;
/** A stretch of less is not worth its beginning. */
const minStretchBytes = 32 * MIB;
/** But nobody waits for longer because a store is slow. */
const maxStretchMs = 5 * SECOND_MS;
/** A small chunk costs more than its bytes. */
const minSpentBytes = 4 * KIB;
/** A stretch takes some 15 MB of memory, and 50 MB at most. */
const stretches: Readonly<Record<StorageMode, { readonly width: number; readonly widthPerLane: number }>> = {
  managed: { width: 8, widthPerLane: 2 },
  byos: { width: 6, widthPerLane: 2 },
};
/** Each has a manifest in memory, and a megabyte or two with what is made of it. */
const calls = { width: Number.POSITIVE_INFINITY, widthPerLane: 8, maxWaitingPerLane: 256 };
/** Each takes 60 MB at most. */
const largeManifests: Readonly<Record<StorageMode, { readonly width: number; readonly widthPerLane: number }>> = {
  managed: { width: 4, widthPerLane: 2 },
  byos: { width: 2, widthPerLane: 1 },
};
/** Above it a promotion takes a while. */
const largePromotionBytes = 64 * MIB;
const promotions = {
  small: { width: 64, widthPerLane: 16 },
  large: { width: 8, widthPerLane: 2 },
};

/** What a call is answered whose turn has not come. */
export const problemOfTurn = (thrown: unknown): Unavailable => {
  if (thrown instanceof LaneFull || thrown instanceof Abandoned) return unavailable('verification', 5);
  throw thrown;
};

export const createVerifications = ({ clock, settings }: Pick<Ports, 'clock' | 'settings'>): Verifications => {
  const budget = createHourlyBudget<OrganizationId>(clock, settings.verifiedBytesPerHour ?? defaultVerifiedBytesPerHour);
  const blocks = createFairQueue({ width: 1, widthPerLane: 1 });
  const callsOf = createFairQueue(calls);
  const places = { managed: createFairQueue(stretches.managed), byos: createFairQueue(stretches.byos) };
  const largeManifestsOf = { managed: createFairQueue(largeManifests.managed), byos: createFairQueue(largeManifests.byos) };
  const promotionsOf = {
    managed: { small: createFairQueue(promotions.small), large: createFairQueue(promotions.large) },
    byos: { small: createFairQueue(promotions.small), large: createFairQueue(promotions.large) },
  };
  const promoteOnce = createSharedWork<Promoted>();
  const pause = pauseOf(clock);

  const spending = (lane: OrganizationId, signal: AbortSignal | undefined, onSpent: (bytes: number) => void) => {
    let bytesOfBlock = 0;
    return (bytes: number): Promise<void> | undefined => {
      demandWanted(signal);
      const spent = Math.max(bytes, minSpentBytes);
      budget.spend(lane, spent);
      onSpent(spent);
      bytesOfBlock += spent;
      if (bytesOfBlock < blockBytes) return undefined;
      bytesOfBlock = 0;
      return blocks.run(lane, pause, signal);
    };
  };

  return {
    turns: ({ organizationId, namespace }, { inBackground, signal }) => {
      const queue = places[storageModeOf(namespace)];
      let bytesOfStretch = 0;
      let begunAt = clock.now();
      const isLong = (): boolean => bytesOfStretch >= minStretchBytes || clock.now() - begunAt >= maxStretchMs;
      return {
        spend: spending(organizationId, signal, (bytes) => (bytesOfStretch += bytes)),
        shouldEndStretch: () =>
          isLong() && (queue.isWaitedFor(organizationId) || (inBackground && budget.isSpent(organizationId))),
        stretch: async (work) => {
          if (inBackground) await budget.refilled(organizationId, signal);
          return queue.run(
            organizationId,
            () => {
              bytesOfStretch = 0;
              begunAt = clock.now();
              return work();
            },
            signal,
          );
        },
      };
    },
    eagerTurns: ({ organizationId }, isOver) => {
      const spend = spending(organizationId, undefined, () => undefined);
      return {
        spend: (bytes) => {
          if (isOver()) throw new Abandoned();
          return spend(bytes);
        },
        shouldEndStretch: () => false,
        stretch: (work) => work(),
      };
    },
    isSpent: (organizationId) => budget.isSpent(organizationId),
    spent: () => budget.spentLanes(),
    call: ({ organizationId }, work, signal) => callsOf.run(organizationId, work, signal),
    withLargeManifest: ({ organizationId, namespace }, work, signal) =>
      largeManifestsOf[storageModeOf(namespace)].run(organizationId, work, signal),
    promote: ({ organizationId, namespace }, { key, sizeBytes }, work, signal) => {
      const begin = async (): Promise<Promoted> => {
        budget.spend(organizationId, sizeBytes);
        const queue = promotionsOf[storageModeOf(namespace)][sizeBytes > largePromotionBytes ? 'large' : 'small'];
        try {
          const promoted = await queue.run(organizationId, work, signal);
          // The store had no bytes to read.
          if (promoted.isErr() && promoted.error.kind === 'blob_missing') budget.refund(organizationId, sizeBytes);
          return promoted;
        } catch (fault) {
          // The caller left before its turn, so nothing was read.
          if (fault instanceof Abandoned) budget.refund(organizationId, sizeBytes);
          throw fault;
        }
      };
      // Bytes that are right for who has declared their length are not for who has declared another one.
      return promoteOnce(`${key} ${sizeBytes}`, begin, signal);
    },
  };
};
