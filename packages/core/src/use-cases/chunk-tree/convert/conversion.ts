import type { ConversionCandidate } from '../../../model/conversions/conversion.js';
import type { DeduplicationMode } from '../../../model/conversions/deduplication-mode.js';
import { MINUTE_MS } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { TreeWork } from '../collect/tree-work.js';
import type { ChunkTree } from '../read/chunk-tree.js';

export type ConvertPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'codec' | 'settings'>;

/** After so long without a word from the process that converts, which may have died, somebody else may take the organization on. */
export const claimMs = 5 * MINUTE_MS;

/** One object that may be converted, of an organization whose turn it is. */
export interface Conversion extends TreeWork {
  readonly candidate: ConversionCandidate;
  /** What holds for its repository. */
  readonly mode: DeduplicationMode;
  /** Whether somebody has asked for it in chunks who has another version of it, so that no sample need say whether it is worth it. */
  readonly isRequested: boolean;
  /** The chunk tree of its repository, read as fast as conversions may. */
  readonly tree: ChunkTree;
}
