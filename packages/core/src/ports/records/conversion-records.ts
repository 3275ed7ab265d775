import type {
  ConversionCandidate,
  ConversionTotals,
  ConvertedObject,
  PossibleConversions,
} from '../../model/conversions/conversion.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import type { ChunkName, Instant, Oid, OrganizationId, RepositoryId } from '../../model/values/index.js';

/** Where a look through the objects of an organization goes on: behind this one. */
export interface ConversionPosition {
  readonly repositoryId: RepositoryId;
  readonly oid: Oid;
}

/** One organization's whole objects, taken on by somebody who converts them. By holder and attempt a claim is told from earlier and later ones. */
export interface ClaimedConversions {
  readonly organizationId: OrganizationId;
  readonly holder: string;
  readonly attempt: number;
  /** Undefined: at the first object. */
  readonly after: ConversionPosition | undefined;
}

/** What a look at a sample of an object has come to. */
export interface ConversionTrial {
  /** When it is worth another look. */
  readonly dueAt: Instant;
  /** What a conversion would save, by the sample; 0 where it is not worth it. */
  readonly savedBytes: number;
  /** Chunks of the sample, by which another object that stays whole is found to be like it. */
  readonly sample: readonly ChunkName[];
}

/** How an object lies in storage from now on. */
export interface NewLayout extends Pick<StoredObject, 'layout' | 'physicalBytes'> {
  /** Of its frozen manifest. */
  readonly manifestSha256: string | undefined;
  readonly chunkCount: number | undefined;
}

export interface ConversionQueries {
  /**
   * Whole objects of the organization of at least `minBytes` that were not looked at or are due again at `now`, by repository and oid, those after the position;
   * at most `limit`.
   */
  listCandidates(
    organizationId: OrganizationId,
    after: ConversionPosition | undefined,
    of: { readonly minBytes: number; readonly now: Instant },
    limit: number,
  ): Promise<readonly ConversionCandidate[]>;
  /** An object of the repository that lies whole, whether it was looked at or not; undefined where there is none. */
  findCandidate(repositoryId: RepositoryId, oid: Oid): Promise<ConversionCandidate | undefined>;
  /**
   * Objects of the organization that conversions have cut and that lie in chunks since, that were downloaded after `downloadedSince` and are due at `now`, those
   * that have been for longest first; at most `limit`.
   */
  listConverted(
    organizationId: OrganizationId,
    of: { readonly downloadedSince: Instant; readonly now: Instant },
    limit: number,
  ): Promise<readonly ConvertedObject[]>;
  /** Those of the chunks that samples of whole objects of the repository have, each with one such object. */
  findSampled(repositoryId: RepositoryId, names: readonly ChunkName[]): Promise<ReadonlyMap<ChunkName, Oid>>;
  /** What the repository's conversions have come to. */
  totals(repositoryId: RepositoryId): Promise<ConversionTotals>;
  /** What the looks at its objects say that more of them would come to. */
  possible(repositoryId: RepositoryId): Promise<PossibleConversions>;
}

export interface ConversionRecords extends ConversionQueries {
  /**
   * Takes on the organization that has been due for longest; undefined when none is. It is due again at the end of the claim. Every organization is due from the
   * beginning. When none is due, one that is due after `beyond` is taken on: the clock was set back since (`beyondSchedule`).
   */
  claim(holder: string, now: Instant, until: Instant, beyond?: Instant): Promise<ClaimedConversions | undefined>;
  /**
   * Moves the end of the claim, and where the look goes on to `after`; null is the first object. False, and nothing written, when the organization is gone or
   * somebody has claimed it since.
   */
  move(claim: ClaimedConversions, until: Instant, after?: ConversionPosition | null): Promise<boolean>;
  /** The same, and nobody has the claim from then on. */
  release(claim: ClaimedConversions, until: Instant, after?: ConversionPosition | null): Promise<boolean>;
  /** Makes the organization due at `now` that would be later, unless somebody has claimed it: then that one looks once more before it releases it. */
  wake(organizationId: OrganizationId, now: Instant): Promise<void>;
  /** Makes the organization due now, at its first object, also while a process has claimed it. */
  hasten(organizationId: OrganizationId): Promise<void>;
  /** Notes a look at a whole object that is registered, in place of an earlier one. */
  noteTrial(repositoryId: RepositoryId, oid: Oid, trial: ConversionTrial): Promise<void>;
  /** Has the objects looked at again that were looked at before. */
  lookAgain(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<void>;
  /**
   * Registers an object in another layout, with all else as it was, also how often it was downloaded; all that counts objects follows, and what was found by looks
   * at it is forgotten, as is that a conversion has cut it. Answers it as it was before; undefined, and nothing written, where the repository does not have it.
   */
  changeLayout(repositoryId: RepositoryId, oid: Oid, latter: NewLayout): Promise<StoredObject | undefined>;
  /** Notes that a conversion has cut a registered object, or counts the downloads of one anew; it is due at `since`. */
  countDownloads(repositoryId: RepositoryId, oid: Oid, since: Instant): Promise<void>;
  /** Says when a converted object is due again. */
  putOff(repositoryId: RepositoryId, oid: Oid, dueAt: Instant): Promise<void>;
  /** Counts an object that was made whole again. */
  countRestored(repositoryId: RepositoryId, bytes: number): Promise<void>;
  /** Counts a conversion. */
  countConverted(repositoryId: RepositoryId, converted: Pick<ConversionTotals, 'formerBytes' | 'addedBytes'>): Promise<void>;
}
