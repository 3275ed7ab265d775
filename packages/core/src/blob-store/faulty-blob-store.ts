import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import { unavailable, type Unavailable } from '../model/app-error.js';
import type { BlobStore, MultipartUploads } from '../ports/index.js';

/** The calls that can be told to fail; `list` answers no Result and cannot. */
export type FaultyCall = Exclude<keyof BlobStore, 'traits' | 'list'> | `parts.${'begin' | 'list' | 'complete' | 'abort'}`;

/** One failure to come: the call answers `unavailable`, and its effect was prevented (`before`) or has happened all the same (`after`). */
export interface PlannedFault {
  readonly call: FaultyCall;
  readonly when: 'before' | 'after';
}

export interface FaultyBlobStore extends BlobStore {
  /** Makes the next call of that name fail; several faults of one call are met in the order in which they were planned. */
  failNext(fault: PlannedFault): void;
}

/** A decorator for tests: a store that does what `inner` does, except for the calls that a test has chosen to fail. */
export const createFaultyBlobStore = (inner: BlobStore): FaultyBlobStore => {
  const planned: PlannedFault[] = [];

  const nextFault = (call: FaultyCall): PlannedFault | undefined => {
    const index = planned.findIndex((fault) => fault.call === call);
    return index < 0 ? undefined : planned.splice(index, 1)[0];
  };

  const perform = <T, E>(call: FaultyCall, act: () => ResultAsync<T, E>): ResultAsync<T, E | Unavailable> => {
    const fault = nextFault(call);
    if (fault === undefined) return act();
    if (fault.when === 'before') return errAsync(unavailable('storage'));
    return act().andThen((): ResultAsync<T, Unavailable> => errAsync(unavailable('storage')));
  };

  const faultyParts = (parts: MultipartUploads): MultipartUploads => ({
    minPartBytes: parts.minPartBytes,
    maxPartBytes: parts.maxPartBytes,
    maxParts: parts.maxParts,
    begin: (key) => perform('parts.begin', () => parts.begin(key)),
    list: (key, uploadId) => perform('parts.list', () => parts.list(key, uploadId)),
    complete: (key, uploadId, sizeBytes) => perform('parts.complete', () => parts.complete(key, uploadId, sizeBytes)),
    abort: (key, uploadId) => perform('parts.abort', () => parts.abort(key, uploadId)),
  });

  const partsOf = (): Pick<BlobStore, 'parts'> =>
    inner.parts === undefined
      ? {}
      : {
          parts: (namespace) =>
            perform('parts', () => inner.parts?.(namespace) ?? okAsync(undefined)).map((parts) => parts && faultyParts(parts)),
        };

  return {
    traits: inner.traits,
    failNext: (fault) => void planned.push(fault),
    check: () => perform('check', () => inner.check()),
    head: (key) => perform('head', () => inner.head(key)),
    // Opening has no effect that could stay, and a blob that nobody is given must not stay open.
    read: (key, span) => (nextFault('read') === undefined ? inner.read(key, span) : errAsync(unavailable('storage'))),
    open: (key) =>
      nextFault('open') === undefined ? (inner.open?.(key) ?? okAsync(undefined)) : errAsync(unavailable('storage')),
    write: (key, body, sizeBytes) => perform('write', () => inner.write(key, body, sizeBytes)),
    promote: (from, to, expected) => perform('promote', () => inner.promote(from, to, expected)),
    remove: (key) => perform('remove', () => inner.remove(key)),
    deletePrefix: (prefix) => perform('deletePrefix', () => inner.deletePrefix(prefix)),
    list: (prefix) => inner.list(prefix),
    signer: (namespace) => perform('signer', () => inner.signer(namespace)),
    ...partsOf(),
  };
};
