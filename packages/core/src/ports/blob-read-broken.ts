/**
 * The store did not send a blob to its end: its connection broke, or fell silent, and it could not be gone on with. Thrown where a blob is read, since no answer can
 * tell it any more; to read again later may do.
 */
export class BlobReadBroken extends Error {
  override readonly name = 'BlobReadBroken';

  constructor() {
    super('the store did not send a blob to its end');
  }
}

/** By its name: a package that is loaded in two formats has two classes of it. */
export const isBlobReadBroken = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'BlobReadBroken';
