import type { Instant, Oid, OrganizationId, RepositoryId, UserId } from '../values/index.js';
import type { StoredObject } from './stored-object.js';

/**
 * `quarantined`: it can be brought back. `deleting`: its bytes are being removed, and it cannot. `converted`: the object is registered, in chunks, and these are the
 * bytes that it had whole, for those who still read them.
 */
export type QuarantineState = 'quarantined' | 'converted' | 'deleting';

/** When an object was taken out of every answer, by whom, and until when it can be brought back. */
export interface Removal {
  readonly removedAt: Instant;
  /** Undefined: by the service, because nothing had reached it for as long as its repository says. */
  readonly removedBy: UserId | undefined;
  /** When it is looked at next: until then nothing becomes of it. */
  readonly dueAt: Instant;
}

/** An object that was deleted, with all that brings it back as it was, or the whole bytes of one that was converted. It is in no answer, and its bytes are still there. */
export interface QuarantinedObject extends Removal {
  readonly repositoryId: RepositoryId;
  readonly organizationId: OrganizationId;
  readonly object: StoredObject;
  /** Of its frozen manifest; undefined when it has none. */
  readonly manifestSha256: string | undefined;
  readonly chunkCount: number | undefined;
  /** Of a whole one that was read from its chunks before it was removed: what it occupied in these. Undefined of any other. */
  readonly chunkBytes: number | undefined;
  readonly state: QuarantineState;
}

export type QuarantinedOid = Pick<QuarantinedObject, 'repositoryId' | 'state' | 'dueAt'> & {
  readonly object: { readonly oid: Oid };
};

/** What is rid of with the object alone, in bytes: of one in chunks nothing, for its chunks may be those of others. */
export const reclaimableBytesOf = ({ layout, physicalBytes }: Pick<StoredObject, 'layout' | 'physicalBytes'>): number =>
  layout === 'whole' ? physicalBytes : 0;
