import { ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';

/** So that others wait for a transaction no longer than for a request. */
const rowsPerTransaction = 50;
/** Then the bytes of other repositories have their turn; the rest is for the next run. */
const transactionsPerRun = 1000;

/** Removes what deleted repositories have left in the records, a few rows at a time. */
export const removeRemains = ({ unitOfWork }: Pick<Ports, 'unitOfWork'>): ResultAsync<void, Unavailable> =>
  safeTry(async function* () {
    let isMore = true;
    for (let made = 0; isMore && made < transactionsPerRun; made += 1) {
      isMore = yield* await unitOfWork.transact(async ({ repositories }): Promise<Result<boolean, never>> =>
        ok(await repositories.removeRemains(rowsPerTransaction)),
      );
    }
    return ok(undefined);
  });
