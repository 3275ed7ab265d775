import type { Instant } from '../values/index.js';

export type TransferKind = 'push' | 'pull';

/** The counters of spec 4.13, as a client measured them: shown, never billed. Durations in milliseconds. */
export interface TransferStats {
  readonly durationMs?: number;
  readonly ingestMs?: number;
  readonly mirrorMs?: number;
  readonly logicalBytes?: number;
  readonly storedBytes?: number;
  readonly objectCount?: number;
  readonly chunkCount?: number;
  readonly newChunks?: number;
  readonly reusedChunks?: number;
  readonly filesPut?: number;
  readonly filesSkipped?: number;
}

export interface TransferEvent {
  /** A UUID. */
  readonly id: string;
  readonly kind: TransferKind;
  readonly stats: TransferStats;
  readonly at: Instant;
}
