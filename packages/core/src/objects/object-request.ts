import { err, ok, type Result } from 'neverthrow';
import { badRequest, type BadRequest } from '../app-error.js';
import type { Oid } from '../values/index.js';

/** An object as a client names it: what it hashes to and how long it is. */
export interface ObjectRequest {
  readonly oid: Oid;
  readonly sizeBytes: number;
}

/** The same objects, each once. One oid cannot have two sizes. */
export const distinctRequests = (objects: readonly ObjectRequest[]): Result<readonly ObjectRequest[], BadRequest> => {
  const sizes = new Map<Oid, number>();
  for (const { oid, sizeBytes } of objects) {
    if ((sizes.get(oid) ?? sizeBytes) !== sizeBytes) return err(badRequest('objects', 'contradictory'));
    sizes.set(oid, sizeBytes);
  }
  if (sizes.size === objects.length) return ok(objects);
  return ok([...sizes].map(([oid, sizeBytes]) => ({ oid, sizeBytes })));
};
