import type { Oid } from '@svc/core';

/** What a push has come to. Sizes in bytes. */
export interface PushReport {
  readonly oid: Oid;
  readonly path: string;
  readonly sizeBytes: number;
  /** Of the file. 0 when the object was stored already, since it was not cut then. */
  readonly chunks: number;
  /** Those that the repository did not have. */
  readonly newChunks: number;
  /** Bodies of the files that went over the network. */
  readonly sentBytes: number;
  /** What the repository keeps of this file in addition: its new packs, also those that an earlier, broken push had sent. */
  readonly storedBytes: number;
  readonly seconds: number;
}
