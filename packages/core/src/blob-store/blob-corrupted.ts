import type { ObjectKey } from '../model/values/index.js';

/** The bytes at a final key, or those that were read of them, are not the ones that the oid in it names. */
export class BlobCorrupted extends Error {
  override readonly name = 'BlobCorrupted';

  constructor(readonly key: ObjectKey) {
    super(`the blob at ${key} does not hash to its oid`);
  }
}
