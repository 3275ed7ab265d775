import type { Oid } from '@svc/core';

/** An object that is to come over. */
export interface WantedObject {
  readonly oid: Oid;
  readonly sizeBytes: number;
  /** A path that has it. */
  readonly name: string;
}

/** What cannot be read is there, and nobody knows its oid. */
export type MissingObject = Omit<WantedObject, 'oid'> & Partial<Pick<WantedObject, 'oid'>>;

/** What becomes of one object. */
export type Imported =
  /** It was stored already. */
  | { readonly kind: 'present'; readonly object: WantedObject }
  | { readonly kind: 'imported'; readonly object: WantedObject; readonly sentBytes: number }
  /** A dry run has found that the source has it. */
  | { readonly kind: 'foreseen'; readonly object: WantedObject }
  | { readonly kind: 'missing'; readonly object: MissingObject; readonly why: string };
