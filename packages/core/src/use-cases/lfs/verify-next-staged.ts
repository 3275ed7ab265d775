import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import type { Arriving } from '../../steps/objects/arrivals.js';
import { verifyStaged } from '../../steps/objects/verify-staged.js';
import type { Verifying } from '../../steps/verification/verifications.js';

/** One whose storage does not answer, or that has used up its hour, is left to the job that finds what has come, with all else of its organization. */
export const verifyNextStaged = (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'> & Arriving & Verifying) => {
  const verify = verifyStaged(ports);
  return (onClaimed?: () => void): ResultAsync<boolean, Unavailable> => {
    const run = async (): Promise<Result<boolean, Unavailable>> => {
      const taken = ports.arrivals.take(ports.clock.now());
      if (taken === undefined) return ok(false);
      const { arrival, end } = taken;
      onClaimed?.();
      try {
        const fate = await verify(arrival);
        if (fate.isErr() || fate.value === 'put_off') ports.arrivals.forgetAllOf(arrival.organizationId);
        return fate.isErr() ? err(fate.error) : ok(true);
      } finally {
        end();
      }
    };
    return new ResultAsync(run());
  };
};
