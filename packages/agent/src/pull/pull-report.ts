import type { Oid } from '@svc/core';

/** What a pull has come to. Sizes in bytes. */
export interface PullReport {
  readonly oid: Oid;
  /** The file that was written. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly seconds: number;
  /** Bodies that came over the network. */
  readonly receivedBytes: number;
  /** Whether the file was put together from chunks, came as one, or was copied from one that was there. */
  readonly via: 'chunks' | 'whole' | 'copy';
}
