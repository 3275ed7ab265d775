import type { ObjectSort, StoredObject } from '../../objects/stored-object.js';
import type { Oid, Page, PageRequest, RepositoryId } from '../../values/index.js';

export interface ObjectQueries {
  /** Those of the oids that the repository has, in no order. */
  findMany(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<readonly StoredObject[]>;
  list(repositoryId: RepositoryId, sort: ObjectSort, page: PageRequest): Promise<Page<StoredObject>>;
}

export interface ObjectRecords extends ObjectQueries {
  /** Registers objects and adds them to the repository's usage. One that is there already is left as it is. Returns those it added. */
  add(repositoryId: RepositoryId, objects: readonly StoredObject[]): Promise<readonly StoredObject[]>;
}
