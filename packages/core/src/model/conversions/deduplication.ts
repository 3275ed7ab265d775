import { DAY_MS, MIB } from '../values/index.js';
import type { StorageMode } from '../repository.js';
import type { DeduplicationMode } from './deduplication-mode.js';

export interface DeduplicationChoice {
  readonly storageMode: StorageMode;
  /** What the repository says; undefined where it says nothing. */
  readonly ofRepository: DeduplicationMode | undefined;
  /** What its organization says. */
  readonly ofOrganization: DeduplicationMode | undefined;
}

/** In a customer's bucket each read and each byte is on the customer's bill, so nothing happens there before somebody says so. */
const defaults: Readonly<Record<StorageMode, DeduplicationMode>> = { managed: 'cold', byos: 'off' };

/** What holds for a repository: what it says itself, else its organization, else what is usual for its storage. */
export const deduplicationOf = ({ storageMode, ofRepository, ofOrganization }: DeduplicationChoice): DeduplicationMode =>
  ofRepository ?? ofOrganization ?? defaults[storageMode];

/** After so long without a download an object is cold, when nothing else is set. */
export const defaultColdAfterMs = 7 * DAY_MS;

/** Below it an object stays whole, when nothing else is set: the files of the chunk tree cost requests, and little is to be won. */
export const defaultMinConvertedBytes = 4 * MIB;

/** Of an object at least so much has to be saved. */
export const leastSavedShare = 0.15;
