import type { Oid, RepositoryId } from '../../model/values/index.js';

export interface ReadObject {
  readonly repositoryId: RepositoryId;
  readonly oid: Oid;
}

/** Hears of an object whose bytes were not there as they must be when somebody read them. */
export type OnUnreadable = (object: ReadObject) => void;
