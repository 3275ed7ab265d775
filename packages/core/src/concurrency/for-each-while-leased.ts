import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { Unavailable } from '../model/app-error.js';
import type { Lease } from './lease.js';

/** Each may have taken as long as a store takes that does not answer; what is left is for the next run. */
const maxFaults = 10;

/**
 * One item after the other for as long as the lease is held; counts those for which `act` says true. An item whose storage does not answer is handed to
 * `putOff`, and the work goes on with the others: one customer's broken bucket stops nobody else's work. The first such fault is the error at the end.
 */
export const forEachWhileLeased = <Item>(
  renewLease: Lease,
  items: readonly Item[],
  act: (item: Item) => ResultAsync<boolean, Unavailable>,
  putOff: (item: Item) => ResultAsync<void, Unavailable>,
): ResultAsync<number, Unavailable> =>
  safeTry(async function* () {
    let count = 0;
    const faults: Unavailable[] = [];
    for (const item of items) {
      const held = yield* await renewLease();
      if (!held) break;
      const outcome = await act(item);
      if (outcome.isOk()) {
        if (outcome.value) count += 1;
        continue;
      }
      if (outcome.error.part === 'database') return err(outcome.error);
      faults.push(outcome.error);
      yield* await putOff(item);
      if (faults.length >= maxFaults) break;
    }
    const [fault] = faults;
    return fault === undefined ? ok(count) : err(fault);
  });
