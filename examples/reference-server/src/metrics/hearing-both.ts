import type { HttpLog } from '@svc/http-koa';

/** Tells the log of everything, and the other listener while there is one. */
export const hearingBoth = (log: HttpLog, other: () => HttpLog | undefined): HttpLog => ({
  answered: (request) => {
    log.answered?.(request);
    other()?.answered?.(request);
  },
  fault: (fault) => {
    log.fault(fault);
    other()?.fault(fault);
  },
});
