import type { ArtifactType } from '../artifacts/artifact-type.js';
import type { Instant, Oid, UserId } from '../values/index.js';

/** `whole`: one blob at the object's final key. `chunks`: a frozen manifest in the chunk tree alone. */
export type ObjectLayout = 'whole' | 'chunks';

/** An object that a repository has: its bytes are verified, and every path serves it. */
export interface StoredObject {
  readonly oid: Oid;
  readonly sizeBytes: number;
  /** What it occupies in storage: the bytes that this object alone added. */
  readonly physicalBytes: number;
  readonly layout: ObjectLayout;
  /** What its first uploader called it; undefined when nobody said. */
  readonly name: string | undefined;
  readonly type: ArtifactType;
  readonly uploadedBy: UserId;
  readonly createdAt: Instant;
}

export const objectSorts = ['recent', 'size'] as const;
/** `recent`: newest first. `size`: largest first. Ties by oid, ascending. */
export type ObjectSort = (typeof objectSorts)[number];
