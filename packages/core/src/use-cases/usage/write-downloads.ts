import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { CountedDownloads } from '../../model/usage/traffic.js';
import type { Ports } from '../../ports/ports.js';
import type { Metered } from '../../steps/accounting/download-meter.js';

/** So many that a transaction is worth its while, and few enough that nothing waits for it. */
const objectsPerTransaction = 2000;

const countOf = ({ egress, objects }: CountedDownloads): number => egress.length + objects.length;

export const writeDownloads =
  ({ unitOfWork, meter }: Pick<Ports, 'unitOfWork'> & Metered) =>
  (): ResultAsync<number, Unavailable> => {
    const leftOut: CountedDownloads[] = [];
    const run = async (): Promise<Result<number, Unavailable>> => {
      let written = 0;
      for (;;) {
        const counted = meter.take(objectsPerTransaction);
        if (counted === undefined) return ok(written);
        const outcome = await unitOfWork.transact(async ({ traffic }): Promise<Result<CountedDownloads, never>> =>
          ok(await traffic.addDownloads(counted)),
        );
        if (outcome.isErr()) {
          meter.putBack(counted);
          return err(outcome.error);
        }
        leftOut.push(outcome.value);
        written += countOf(counted) - countOf(outcome.value);
      }
    };
    // The next run takes them, and not this one, which would go on for as long as a repository is being removed.
    return new ResultAsync(run().finally(() => leftOut.forEach((left) => meter.putBack(left))));
  };
