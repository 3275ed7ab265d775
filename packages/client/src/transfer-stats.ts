import type { TransferStats } from '@svc/core/model';

/** The counters of spec 4.13 under the names that they have on the wire. */
export const statsBody = (stats: TransferStats): Readonly<Record<string, number | undefined>> => ({
  duration_ms: stats.durationMs,
  ingest_ms: stats.ingestMs,
  mirror_ms: stats.mirrorMs,
  logical_bytes: stats.logicalBytes,
  stored_bytes: stats.storedBytes,
  object_count: stats.objectCount,
  chunk_count: stats.chunkCount,
  new_chunks: stats.newChunks,
  reused_chunks: stats.reusedChunks,
  files_put: stats.filesPut,
  files_skipped: stats.filesSkipped,
});
