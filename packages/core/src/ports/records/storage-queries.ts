import type { ArtifactType } from '../../model/artifacts/artifact-type.js';
import type { Folder } from '../../model/artifacts/folder.js';
import type { Day, Instant, Page, PageRequest, RepositoryId } from '../../model/values/index.js';

/** What one repository's part of the ledger has added up to on one day. */
export interface StorageDay {
  readonly day: Day;
  readonly addedBytes: number;
  /** As a positive number. */
  readonly removedBytes: number;
}

/** What went in and out of one repository on one day. */
export interface RepositoryTrafficDay {
  readonly day: Day;
  /** Received and verified by `complete` or LFS verify; counted since the service keeps it by repository. */
  readonly uploadedBytes: number;
  readonly egressBytes: number;
  readonly downloads: number;
}

/** How many objects there are of a kind, and what they come to. */
export interface ObjectTotals {
  readonly objectCount: number;
  readonly logicalBytes: number;
  /** Sum of what each of them has added to the storage. */
  readonly physicalBytes: number;
}

/** The objects of one type, in all and those in chunks among them. */
export interface TypeTotals extends ObjectTotals {
  readonly type: ArtifactType;
  readonly inChunks: ObjectTotals;
}

/** How many there are, and since when the first of them; undefined while there are none. */
export interface Backlog {
  readonly count: number;
  readonly oldestAt: Instant | undefined;
}

/** What is written down of a repository that says how it fares. */
export interface RepositoryConditions {
  /** When the last of its objects was verified and registered. */
  readonly lastVerifiedAt: Instant | undefined;
  /** Objects of the chunk tree whose verification was put off. */
  readonly pendingVerifications: Backlog & { readonly bytes: number };
  /** Files of the chunk tree of which it is not known yet whether they have come. */
  readonly receivingFiles: Backlog;
  /** Clients' upload sessions that are OPEN and end after now. */
  readonly openSessions: Backlog;
  readonly locks: Backlog;
}

/** What a repository holds, added up as it is written: each answer looks at few rows, however many objects there are. */
export interface StorageQueries {
  /** The ledger of the repository by day, as one moment shows it: what it occupied when the first day began, and the days that have entries. */
  byDay(repositoryId: RepositoryId, from: Day): Promise<{ readonly beforeBytes: number; readonly days: readonly StorageDay[] }>;
  /** The days from this one on on which something went in or out, in their order. */
  trafficByDay(repositoryId: RepositoryId, from: Day): Promise<readonly RepositoryTrafficDay[]>;
  /** Of the types of which there are objects, by the name of the type. */
  totals(repositoryId: RepositoryId): Promise<readonly TypeTotals[]>;
  /** Undefined when no named object lies in it. `path` is a normal one. */
  folder(repositoryId: RepositoryId, path: string): Promise<Folder | undefined>;
  /** The folders directly in a folder, those with most logical bytes first, then by name. */
  listFolders(repositoryId: RepositoryId, path: string, page: PageRequest): Promise<Page<Folder>>;
  conditions(repositoryId: RepositoryId, now: Instant): Promise<RepositoryConditions>;
}
