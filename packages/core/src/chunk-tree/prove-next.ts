import { errAsync, type ResultAsync } from 'neverthrow';
import { unavailable, type Unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';

/** Proves the oldest object whose proof was put off; whether there was one. To be called again until there is none. */
export const proveNext =
  (_ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'codec'>) =>
  (): ResultAsync<boolean, Unavailable> =>
    errAsync(unavailable('storage'));
