import { type Stored, type TreePath, trusted } from '@svc/core/model';
import type { Oid } from '@svc/core';

/** By what a table calls something that is stored, beside its kind. */
export const nameOfStored = (of: Stored): string => (of.kind === 'object' ? of.oid : of.path);

export const storedOf = (kind: Stored['kind'], name: string): Stored =>
  kind === 'object' ? { kind, oid: trusted<Oid>(name) } : { kind, path: trusted<TreePath>(name) };
