import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { createSemaphore } from '../../concurrency/semaphore.js';
import type { Unavailable } from '../../model/app-error.js';
import type { CountedDownloads, DownloadBatch } from '../../model/usage/traffic.js';
import type { Ports } from '../../ports/ports.js';
import type { Metered } from '../../steps/accounting/download-meter.js';

/** So many that a transaction is worth its while, and few enough that nothing waits for it. */
const objectsPerTransaction = 2000;

interface Counted extends DownloadBatch {
  readonly counted: CountedDownloads;
}

const nothing: CountedDownloads = { egress: [], objects: [] };

const countOf = ({ egress, objects }: CountedDownloads): number => egress.length + objects.length;

/** Answers what was left out; nothing of a batch that had been written and was not known to be. */
const writeBatch = (
  { unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>,
  { counted, ...batch }: Counted,
): ResultAsync<CountedDownloads, Unavailable> =>
  unitOfWork.transact(async ({ traffic }): Promise<Result<CountedDownloads, never>> => {
    const isFirst = await traffic.noteBatch(batch, clock.now());
    return ok(isFirst ? await traffic.addDownloads(counted) : nothing);
  });

export const writeDownloads = (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'> & Metered) => {
  const { meter, random } = ports;
  const oneByOne = createSemaphore(1);
  let last: DownloadBatch | undefined;
  /** What the database has not confirmed. It may be written, so it stays apart from what is counted since, and is tried again as it is. */
  let unconfirmed: Counted | undefined;

  const nextBatch = (): Counted | undefined => {
    const counted = meter.take(objectsPerTransaction);
    if (counted === undefined) return undefined;
    last = { writer: last?.writer ?? random.uuid(), number: (last?.number ?? 0) + 1 };
    return { ...last, counted };
  };
  const run = async (): Promise<Result<number, Unavailable>> => {
    const leftOut: CountedDownloads[] = [];
    let written = 0;
    try {
      for (;;) {
        const batch = unconfirmed ?? nextBatch();
        unconfirmed = undefined;
        if (batch === undefined) return ok(written);
        const outcome = await writeBatch(ports, batch);
        if (outcome.isErr()) {
          unconfirmed = batch;
          return err(outcome.error);
        }
        leftOut.push(outcome.value);
        written += countOf(batch.counted) - countOf(outcome.value);
      }
    } finally {
      // The next run takes them, and not this one, which would go on for as long as a repository is being removed.
      for (const left of leftOut) meter.putBack(left);
    }
  };
  return (): ResultAsync<number, Unavailable> => new ResultAsync(oneByOne(run));
};
