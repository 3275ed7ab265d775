import type { HttpLog } from './http-log.js';
import { tell } from './tell.js';

/** The same log, whose own faults change no answer and end no process. */
export const guardedLog = (log: HttpLog): HttpLog => ({
  fault: (fault) => tell('log.fault', (told) => log.fault(told), fault),
  ...(log.answered !== undefined && {
    answered: (request) => tell('log.answered', (told) => log.answered?.(told), request),
  }),
});
