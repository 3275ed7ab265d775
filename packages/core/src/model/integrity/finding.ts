import type { ObjectKey, Oid, OrganizationId, RepositoryId } from '../values/index.js';
import type { UsageDifference } from '../maintenance.js';

/** A number that is kept, and what the rows that it counts come to. */
export interface CounterDifference {
  readonly counter: 'object_count' | 'logical_bytes' | 'physical_bytes' | 'tree_file_count';
  readonly kept: number;
  readonly counted: number;
}

/** Rows that need another one which is not there. `name`: of the first of them. */
export type BrokenRule = 'object_without_manifest' | 'pack_without_file' | 'chunks_without_pack';

/** Where something is wrong with what is stored. */
export interface FindingPlace {
  readonly repositoryId: RepositoryId;
  readonly key: ObjectKey;
  /** Of a removed object, or of the whole bytes that one in chunks had: nobody sees them now. */
  readonly isInQuarantine?: true;
}

/** What a check has found. All sizes in bytes. */
export type Finding =
  | (FindingPlace & { readonly kind: 'missing' })
  | (FindingPlace & { readonly kind: 'wrong_size'; readonly expectedBytes: number; readonly actualBytes: number })
  | (FindingPlace & { readonly kind: 'wrong_bytes' })
  /** An object in chunks that cannot be put together: `key` is damaged, or the database does not know it. */
  | (FindingPlace & { readonly kind: 'incomplete'; readonly oid: Oid })
  /** The storage does not give this blob, and gives others. */
  | (FindingPlace & { readonly kind: 'unreadable' })
  /** A customer's bucket does not answer, so nothing of the repository was looked at from there on. */
  | { readonly kind: 'unreachable'; readonly repositoryId: RepositoryId }
  | { readonly kind: 'inconsistent'; readonly repositoryId: RepositoryId; readonly rule: BrokenRule; readonly name: string }
  | ({ readonly kind: 'miscounted'; readonly repositoryId: RepositoryId } & CounterDifference)
  | ({ readonly kind: 'unbalanced' } & UsageDifference)
  | { readonly kind: 'ownerless'; readonly organizationId: OrganizationId }
  /** A blob of which the database knows nothing. */
  | { readonly kind: 'orphan'; readonly key: ObjectKey; readonly sizeBytes: number };

export type FindingKind = Finding['kind'];
