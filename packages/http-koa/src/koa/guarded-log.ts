import type { HttpLog } from './http-log.js';
import { tell } from './tell.js';

const silent: HttpLog = { fault: () => undefined };

/** The same log, whose own faults change no answer and end no process; nobody hears of anything without one. */
export const guardedLog = (log = silent): HttpLog => ({
  fault: (fault) => tell('log.fault', (told) => log.fault(told), fault),
  ...(log.answered !== undefined && {
    answered: (request) => tell('log.answered', (told) => log.answered?.(told), request),
  }),
});
