import type { ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import { type CheckedStorage, type CheckStorage, checkStorage } from './check-storage.js';
import { type Scrubbed, scrub } from './scrub.js';

/** Whether what is stored is what the database says. Safe beside everything else: nothing that is under way, removed or replaced meanwhile is told as damage. */
export interface Integrity {
  /**
   * Checks everything: that the rows agree with each other, that counters, ledger and bytes are one sum, that each blob is there and as long as it must be, that
   * each object in chunks can be put together, and that the database knows each blob; with `readData` also every byte of some or all blobs. Memory is bounded.
   * `unavailable` when database or storage do not answer; then it has not come to its end.
   */
  readonly check: (command: CheckStorage) => ResultAsync<CheckedStorage, Unavailable>;

  /**
   * Reads the service's own storage through, a part with each call, as fast as `scrubBytesPerSecond` says, and goes on where the last call has stopped. Damage is
   * noted and the managers are told of it; notes of what is sound again are taken away. A round begins a week after the last one has begun. Undefined
   * when it is switched off, or another process does it. The signal ends the call soon, with what it has done. Due every minute.
   */
  readonly scrub: (signal?: AbortSignal) => ResultAsync<Scrubbed | undefined, Unavailable>;
}

export const createIntegrity = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'codec' | 'hasher' | 'clock' | 'random' | 'mailer' | 'settings'>,
): Integrity => ({ check: checkStorage(ports), scrub: scrub(ports) });
