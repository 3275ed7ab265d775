import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../model/app-error.js';
import type { Instant } from '../model/values/index.js';
import type { Clock } from '../ports/clock.js';

/**
 * Asked before each slice of a piece of work that others may take over: whether to go on. Once it has said no, it keeps saying so. It writes only when a
 * third of the claim's time is over, so it may be asked often; a slice must be shorter than the other two thirds.
 */
export type Lease = () => ResultAsync<boolean, Unavailable>;

/** `renew` moves the end of a claim that was made at `claimedAt` for `durationMs`; false when somebody else has it by now. */
export const createLease = (
  clock: Clock,
  durationMs: number,
  claimedAt: Instant,
  renew: (now: Instant, until: Instant) => ResultAsync<boolean, Unavailable>,
): Lease => {
  let until = claimedAt + durationMs;
  let renewAt = claimedAt + durationMs / 3;
  let renewedAt = claimedAt;
  let isLost = false;
  let renewal: ResultAsync<boolean, Unavailable> | undefined;

  const renewOnce = async (now: Instant): Promise<Result<boolean, Unavailable>> => {
    const next = now + durationMs;
    const renewed = await renew(now, next);
    if (renewed.isErr()) {
      until = Math.min(until, next);
      // Up to its end the claim is good without a renewal, so a database that is away for a moment costs nothing.
      if (clock.now() >= until) return err(renewed.error);
      renewedAt = Math.min(renewedAt, now);
      renewAt = clock.now() + durationMs / 12;
      return ok(true);
    }
    if (renewed.value) {
      until = next;
      renewedAt = now;
      renewAt = now + durationMs / 3;
    } else isLost = true;
    return ok(renewed.value);
  };

  return () => {
    if (isLost) return okAsync(false);
    const now = clock.now();
    // Where the clock was set back the claim ends far ahead, which counts for nothing: it is renewed by the time that it is now.
    if (now < renewAt && now >= renewedAt) return okAsync(true);
    renewal ??= new ResultAsync(
      // What is thrown is thrown to those who wait for it; who comes later asks anew.
      renewOnce(now).finally(() => (renewal = undefined)),
    );
    return renewal;
  };
};
