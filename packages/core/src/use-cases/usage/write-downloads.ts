import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import type { Metered } from '../../steps/accounting/download-meter.js';

/** So many that a transaction is worth its while, and few enough that nothing waits for it. */
const objectsPerTransaction = 2000;

export const writeDownloads =
  ({ unitOfWork, meter }: Pick<Ports, 'unitOfWork'> & Metered) =>
  (): ResultAsync<number, Unavailable> => {
    const run = async (): Promise<Result<number, Unavailable>> => {
      let written = 0;
      for (;;) {
        const counted = meter.take(objectsPerTransaction);
        if (counted === undefined) return ok(written);
        const outcome = await unitOfWork.transact(async ({ traffic }): Promise<Result<void, never>> => {
          await traffic.addDownloads(counted);
          return ok();
        });
        if (outcome.isErr()) {
          meter.putBack(counted);
          return err(outcome.error);
        }
        written += counted.egress.length + counted.objects.length;
      }
    };
    return new ResultAsync(run());
  };
