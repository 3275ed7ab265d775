import type { ArtifactType } from '../../model/artifacts/artifact-type.js';
import type { ObjectLayout, ObjectSort, StoredObject } from '../../model/objects/stored-object.js';
import type { Instant, Oid, Page, PageRequest, RepositoryId } from '../../model/values/index.js';

/** What an object without a name is called from now on. */
export interface NamedObject {
  readonly oid: Oid;
  readonly name: string;
  /** As the name says it; undefined where that says nothing, and the object keeps the type that it has. */
  readonly type: ArtifactType | undefined;
}

export interface ObjectQueries {
  /** The sizes in bytes of those of the oids that the repository has. */
  findSizes(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, number>>;
  /** What those of the oids occupy that the repository has, in bytes: what each of them alone added to the storage. */
  findPhysicalSizes(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, number>>;
  /** Those of the oids that the repository has, and how it has them. */
  findStored(
    repositoryId: RepositoryId,
    oids: readonly Oid[],
  ): Promise<ReadonlyMap<Oid, { readonly sizeBytes: number; readonly layout: ObjectLayout }>>;
  /** Those of the sizes, in bytes, that some object of the repository has. */
  findKnownSizes(repositoryId: RepositoryId, sizesBytes: readonly number[]): Promise<ReadonlySet<number>>;
  /** Those of the oids that the repository has, without a name. */
  findUnnamed(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<ReadonlySet<Oid>>;
  list(repositoryId: RepositoryId, sort: ObjectSort, page: PageRequest): Promise<Page<StoredObject>>;
}

export interface ObjectRecords extends ObjectQueries {
  /**
   * Registers objects and adds them to the repository's usage; what one in chunks occupies is counted with the tree's files instead.
   * One that is there already is left as it is. Returns those it added.
   */
  add(repositoryId: RepositoryId, objects: readonly StoredObject[]): Promise<readonly StoredObject[]>;
  /** Names those of the objects that the repository has without a name. Among the organization's artifacts they come as if they had been registered at that moment, one after the other. */
  name(repositoryId: RepositoryId, named: readonly NamedObject[], at: Instant): Promise<void>;
}
