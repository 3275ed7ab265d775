import { ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import { eventsPerRun, fanOut, type FanOutPorts } from './fan-out.js';

type FanOutNextPorts = FanOutPorts & Pick<Ports, 'unitOfWork' | 'clock'>;

export const fanOutNext = (ports: FanOutNextPorts) => (): ResultAsync<number, Unavailable> =>
  // Asked for outside of the transaction, which then touches single events alone and is in the way of nobody who writes others.
  ports.unitOfWork
    .read(({ outbox }) => outbox.listPending(eventsPerRun))
    .andThen((pending) =>
      pending.length === 0
        ? okAsync(0)
        : ports.unitOfWork.transact(async (records): Promise<Result<number, never>> =>
            ok(await fanOut(ports, records, pending, ports.clock.now())),
          ),
    );
