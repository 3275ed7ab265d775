import type { Unavailable } from './app-error.js';

/** Thrown out of the body of a blob that was opened and cannot be read to its end now, such as when a disk does not give its bytes. */
export class BlobUnreadable extends Error {
  override readonly name: string = 'BlobUnreadable';

  constructor(
    readonly fault: Unavailable,
    cause?: unknown,
  ) {
    super(`the ${fault.part} does not give the bytes of a blob`, { cause });
  }
}

const isUnavailable = (fault: unknown): fault is Unavailable =>
  typeof fault === 'object' && fault !== null && 'kind' in fault && fault.kind === 'unavailable';

/** Which part did not answer, when that was thrown out of a stream, by whichever copy of this package; undefined for anything else that is thrown. */
export const thrownOutage = (thrown: unknown): Unavailable | undefined =>
  thrown instanceof Error && 'fault' in thrown && isUnavailable(thrown.fault) ? thrown.fault : undefined;
