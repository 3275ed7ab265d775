import { type BadRequest, badRequest } from '../app-error.js';
import type { StorageMode } from '../repository.js';
import type { Day, Instant, Oid, OrganizationId, RepositoryId } from '../values/index.js';

/** What downloads of one repository have come to on one day. */
export interface RepositoryEgress {
  readonly organizationId: OrganizationId;
  readonly repositoryId: RepositoryId;
  readonly storageMode: StorageMode;
  readonly day: Day;
  readonly bytes: number;
  readonly downloads: number;
}

export interface ObjectDownloads {
  readonly downloads: number;
  readonly lastDownloadedAt: Instant;
}

/** Downloads that were counted in memory and are to be written. */
export interface CountedDownloads {
  /** One for each repository and day. */
  readonly egress: readonly RepositoryEgress[];
  /** One for each object. */
  readonly objects: readonly (ObjectDownloads & { readonly repositoryId: RepositoryId; readonly oid: Oid })[];
}

/** One writing of what a process has counted. Its numbers rise, and it begins none before it knows what became of the last. */
export interface DownloadBatch {
  readonly writer: string;
  readonly number: number;
}

/** What went in and out of an organization's repositories of one mode on one day. */
export interface TrafficDay {
  readonly day: Day;
  readonly storageMode: StorageMode;
  /** Received and verified by `complete` or LFS verify. */
  readonly uploadedBytes: number;
  readonly egressBytes: number;
  readonly downloads: number;
}
export interface SeriesValues {
  /** At the end of the day; of today, now. */
  readonly storageBytes: number;
  readonly addedBytes: number;
  readonly removedBytes: number;
  readonly uploadedBytes: number;
  readonly egressBytes: number;
}
/** Spec 4.4, 8. */

export const seriesDays = { minimum: 1, maximum: 365, default: 90 } as const;

/** What is wrong with the number of days that somebody asks for. */
export const daysProblem = (days: number): BadRequest | undefined =>
  Number.isInteger(days) && days >= seriesDays.minimum && days <= seriesDays.maximum
    ? undefined
    : badRequest('days', 'out_of_range');
