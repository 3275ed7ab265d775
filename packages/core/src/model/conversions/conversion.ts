import type { StoredObject } from '../objects/stored-object.js';
import type { Instant, OrganizationId, RepositoryId } from '../values/index.js';
import type { DeduplicationMode } from './deduplication-mode.js';

/** A whole object that may be cut into chunks. */
export interface ConversionCandidate {
  readonly repositoryId: RepositoryId;
  readonly object: StoredObject;
  /** Of a manifest that somebody has finalized beside the whole bytes. */
  readonly manifestSha256: string | undefined;
  readonly lastDownloadedAt: Instant | undefined;
  /** What its repository says. */
  readonly deduplicate: DeduplicationMode | undefined;
}

/** An object that the service has cut into chunks itself, and what was asked of it since. */
export interface ConvertedObject extends ConversionCandidate {
  readonly manifestSha256: string;
  /** Since when its downloads are counted, and how many there were. */
  readonly countedSince: Instant;
  readonly downloads: number;
}

/** What conversions of a repository have come to since it was made. */
export interface ConversionTotals {
  readonly objects: number;
  /** What those objects occupied whole. */
  readonly formerBytes: number;
  /** What the chunks that the repository did not have, and the lists of them, have added. */
  readonly addedBytes: number;
  /** Those that were made whole again by then, and what they occupy. */
  readonly restoredObjects: number;
  readonly restoredBytes: number;
}

/** Objects that were looked at and would be worth a conversion, and what that would save. */
export interface PossibleConversions {
  readonly objects: number;
  readonly savedBytes: number;
}

/** What a run of the job has come to. */
export interface ConvertedObjects extends ConversionTotals {
  /** Objects that were looked at and stay whole for now. */
  readonly leftWhole: number;
  /** Organizations whose plan, or objects whose storage, has no room for both copies. */
  readonly withoutRoom: readonly OrganizationId[];
}
