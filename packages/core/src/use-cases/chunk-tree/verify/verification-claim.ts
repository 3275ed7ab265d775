import { ok, type Result, type ResultAsync } from 'neverthrow';
import type { Lease } from '../../../concurrency/lease.js';
import type { Unavailable } from '../../../model/app-error.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { Instant } from '../../../model/values/index.js';
import type { BlobStore } from '../../../ports/blob-store.js';
import type { Ports } from '../../../ports/ports.js';
import type { VerificationTurns, Verified, Verifying } from '../../../steps/verification/verifications.js';
import type { ClaimedVerification } from '../../../ports/records/tree-records.js';

/** Somebody else verifies the object by now, so this verification need not go on. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** Throws `ClaimLost` once the claim is lost. */
const demandClaim = (renewLease: Lease): ResultAsync<void, Unavailable> =>
  renewLease().map((isHeld) => {
    if (!isHeld) throw new ClaimLost('the claim went to somebody else');
  });

/** Each read renews the claim. Reading throws `ClaimLost` once the claim is lost. */
export const renewingBlobs = (blobs: BlobStore, renewLease: Lease): BlobStore => ({
  ...blobs,
  read: (key, span) => demandClaim(renewLease).andThen(() => blobs.read(key, span)),
});

/**
 * The turns of a verification that holds a claim, which is renewed while it waits and after each turn, for what is hashed need not be read: what is repeated is in
 * memory, and an open pack is read without a request. Waiting and working end once the claim is lost.
 */
export const renewingTurns = (
  { clock, verifications }: Pick<Ports, 'clock'> & Verifying,
  of: Verified,
  renewLease: Lease,
  claimMs: number,
): VerificationTurns => {
  const lost = new AbortController();
  const turns = verifications.turns(of, { inBackground: true, signal: lost.signal });
  const keepClaim = (): (() => void) => {
    let callOff: (() => void) | undefined;
    let isOver = false;
    const renew = async (): Promise<void> => {
      // Nobody waits for it here: what is thrown would end the process, and shows again where the verification asks for its claim.
      const [renewed] = await Promise.allSettled([renewLease()]);
      // A database that is away for a moment takes no claim away.
      const isHeld = renewed.status === 'rejected' || renewed.value.unwrapOr(true);
      if (!isHeld) lost.abort();
      else if (!isOver) plan();
    };
    const plan = (): void => {
      callOff = clock.after?.(claimMs / 3, () => void renew());
    };
    plan();
    return () => {
      isOver = true;
      callOff?.();
    };
  };
  const renewAfter = async (turn: Promise<void>): Promise<void> => {
    await turn;
    const held = await demandClaim(renewLease);
    if (held.isErr()) throw new TreeUnavailable(held.error);
  };
  return {
    ...turns,
    spend: (bytes) => {
      const turn = turns.spend(bytes);
      return turn && renewAfter(turn);
    },
    stretch: async (work) => {
      const end = keepClaim();
      try {
        return await turns.stretch(async () => {
          end();
          return work();
        });
      } finally {
        end();
      }
    },
  };
};

/** Moves the end of the claim; false when it is lost. */
export const moveClaim = (
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  claim: ClaimedVerification,
  until: Instant,
): ResultAsync<boolean, Unavailable> =>
  unitOfWork.transact(async ({ tree }): Promise<Result<boolean, never>> => ok(await tree.renewVerification(claim, until)));

const firstDelayMs = 30_000;
/** No verification is put off for longer. */
export const maxDelayMs = 15 * 60_000;

/** How long a verification waits after so many attempts that came to no end: from half a minute up to a quarter of an hour. */
export const delayAfter = (attempts: number): number => Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs);
