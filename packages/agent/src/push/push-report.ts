import type { Oid } from '@svc/core';

/** What a push has come to. Sizes in bytes. */
export interface PushReport {
  readonly oid: Oid;
  readonly path: string;
  readonly sizeBytes: number;
  /** Of the file. 0 when it was not cut, since the object was stored already or was sent whole. */
  readonly chunks: number;
  /** Those that the repository did not have. */
  readonly newChunks: number;
  /** Bodies of the files that went over the network. */
  readonly sentBytes: number;
  /** What the repository keeps of this file in addition: its new packs, or its share of those of several files, also of an earlier, broken push; or the object itself. */
  readonly storedBytes: number;
  readonly seconds: number;
}
