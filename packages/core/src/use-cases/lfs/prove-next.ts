import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import type { Arriving } from '../../steps/objects/arrivals.js';
import { proveStaged } from '../../steps/objects/prove-staged.js';
import type { Verifying } from '../../steps/verification/verifications.js';

/** One whose storage does not answer, or that has used up its hour, is left to the job that finds what has come, with all else of its organization. */
export const proveNext = (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'> & Arriving & Verifying) => {
  const prove = proveStaged(ports);
  return (onClaimed?: () => void): ResultAsync<boolean, Unavailable> => {
    const run = async (): Promise<Result<boolean, Unavailable>> => {
      const taken = ports.arrivals.take(ports.clock.now());
      if (taken === undefined) return ok(false);
      const { arrival, end } = taken;
      onClaimed?.();
      try {
        const proof = await prove(arrival);
        if (proof.isErr() || proof.value === 'put_off') ports.arrivals.forgetAllOf(arrival.organizationId);
        return proof.isErr() ? err(proof.error) : ok(true);
      } finally {
        end();
      }
    };
    return new ResultAsync(run());
  };
};
