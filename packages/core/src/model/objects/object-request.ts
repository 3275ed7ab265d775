import { err, ok, type Result } from 'neverthrow';
import { badRequest, type BadRequest } from '../app-error.js';
import { isByteCount, type Oid } from '../values/index.js';

/** In UTF-16 units. */
export const maxObjectNameLength = 1024;

/** An object as a client names it: what it hashes to and how long it is. */
export interface ObjectRequest {
  readonly oid: Oid;
  readonly sizeBytes: number;
  /** What the client calls it, where it says so. */
  readonly name?: string | undefined;
}

/** The same objects, each once, by the first of its names. One oid cannot have two sizes, and none has another than a number of bytes: it would be reserved. */
export const distinctRequests = (objects: readonly ObjectRequest[]): Result<readonly ObjectRequest[], BadRequest> => {
  const distinct = new Map<Oid, ObjectRequest>();
  for (const [at, object] of objects.entries()) {
    if (!isByteCount(object.sizeBytes)) return err(badRequest(`objects.${at}.size`, 'out_of_range'));
    const known = distinct.get(object.oid);
    if (known !== undefined && known.sizeBytes !== object.sizeBytes)
      return err(badRequest(`objects.${at}.size`, 'contradictory'));
    if (known === undefined || (known.name === undefined && object.name !== undefined)) distinct.set(object.oid, object);
  }
  return ok(distinct.size === objects.length ? objects : [...distinct.values()]);
};
