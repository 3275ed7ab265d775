import { randomUUID } from 'node:crypto';

// Nothing that could break a header, a log line or a terminal.
const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** The sender's own id for the request when it is harmless, else a new one. */
export const requestIdOf = (inbound: string | readonly string[] | undefined): string =>
  typeof inbound === 'string' && acceptable.test(inbound) ? inbound : randomUUID();
