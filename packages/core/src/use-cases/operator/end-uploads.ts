import { ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import { endSession } from '../../steps/objects/end-session.js';

const sessionsPerTransaction = 200;
/** Whenever they would end by themselves. */
const forEver = Number.MAX_SAFE_INTEGER;

/** A session that goes on would register objects of which nothing but the row was kept. What it holds back counts until it is swept. */
export const endUploads = (ports: Pick<Ports, 'unitOfWork' | 'clock'>) => (): ResultAsync<number, Unavailable> =>
  safeTry(async function* () {
    let count = 0;
    for (;;) {
      const ended = yield* await ports.unitOfWork.transact(async (records): Promise<Result<number, never>> => {
        const open = await records.uploads.listExpired(forEver, sessionsPerTransaction);
        for (const session of open) await endSession(records, session, ports.clock.now());
        return ok(open.length);
      });
      count += ended;
      if (ended < sessionsPerTransaction) return ok(count);
    }
  });
