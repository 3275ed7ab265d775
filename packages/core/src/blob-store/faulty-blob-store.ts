import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { unavailable, type Unavailable } from '../model/app-error.js';
import { BlobUnreadable } from '../model/blob-unreadable.js';
import type { ObjectKey } from '../model/values/index.js';
import type { BlobEntry, BlobReading, BlobStore, MultipartUploads } from '../ports/index.js';
import { type CallFault, createFaultPlan, type Fault, type FaultPlan } from './fault-plan.js';

/** The calls that can be told to fail. */
export type FaultyCall = Exclude<keyof BlobStore, 'traits'> | `parts.${'begin' | 'list' | 'complete' | 'abort'}`;

/** Besides the faults of every call: `partial`: half of the bytes or of the list come, then the store breaks off. */
export type StoreFault = CallFault | 'partial';

export type PlannedFault = Fault<FaultyCall, StoreFault>;

export interface FaultyBlobStore extends BlobStore, FaultPlan<PlannedFault> {}

const of = (call: FaultyCall, ...kinds: readonly StoreFault[]): readonly PlannedFault[] => kinds.map((when) => ({ call, when }));

/** Every way in which a store can fail. Opening, reading and asking have no effect that could come after a fault. */
export const blobStoreFaults: readonly PlannedFault[] = [
  ...of('check', 'before', 'after', 'hang', 'slow'),
  ...of('head', 'before', 'after', 'hang', 'slow'),
  ...of('read', 'before', 'hang', 'slow', 'partial'),
  ...of('open', 'before', 'hang', 'slow'),
  ...of('write', 'before', 'after', 'hang', 'slow', 'partial'),
  ...of('promote', 'before', 'after', 'hang', 'slow', 'late'),
  ...of('remove', 'before', 'after', 'hang', 'slow', 'late'),
  ...of('deletePrefix', 'before', 'after', 'hang', 'slow', 'late'),
  ...of('list', 'before', 'partial'),
  ...of('signer', 'before', 'after', 'hang', 'slow'),
  ...of('parts', 'before', 'hang', 'slow'),
  ...of('parts.begin', 'before', 'after', 'hang', 'slow', 'late'),
  ...of('parts.list', 'before', 'after', 'hang', 'slow'),
  ...of('parts.complete', 'before', 'after', 'hang', 'slow', 'late'),
  ...of('parts.abort', 'before', 'after', 'hang', 'slow', 'late'),
];

const outage = (): Unavailable => unavailable('storage');
const broken = (): BlobUnreadable => new BlobUnreadable(outage());

async function* halfOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    yield chunk.subarray(0, Math.floor(chunk.byteLength / 2));
    break;
  }
  throw broken();
}

/** Without `fill`, so that every reader comes to where it breaks off. */
const halfRead = ({ sizeBytes, body }: BlobReading): BlobReading => ({ sizeBytes, body: halfOf(body) });

/** Takes the beginning of the body, as a store does whose connection is lost then. */
const takeBeginning = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const _chunk of body) break;
};

/** A decorator for tests: a store that does what `inner` does, except for the calls that a test has chosen to fail. */
export const createFaultyBlobStore = (inner: BlobStore): FaultyBlobStore => {
  const { plan, next, meet } = createFaultPlan('storage', blobStoreFaults);

  const callFault = (fault: StoreFault | undefined): CallFault | undefined => (fault === 'partial' ? undefined : fault);

  const perform = <T, E>(call: FaultyCall, act: () => ResultAsync<T, E>): ResultAsync<T, E | Unavailable> =>
    meet(callFault(next(call)), act);

  async function* list(prefix: ObjectKey): AsyncGenerator<BlobEntry> {
    const fault = next('list');
    if (fault === 'before') throw broken();
    let count = 0;
    for await (const entry of inner.list(prefix)) {
      count += 1;
      if (fault === undefined || count % 2 === 1) yield entry;
    }
    if (fault === 'partial') throw broken();
  }

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
    ...plan,
    traits: inner.traits,
    check: () => perform('check', () => inner.check()),
    head: (key) => perform('head', () => inner.head(key)),
    read: (key, span) => {
      const fault = next('read');
      const reading = meet(callFault(fault), () => inner.read(key, span));
      return fault === 'partial' ? reading.map(halfRead) : reading;
    },
    open: (key) => perform('open', () => inner.open?.(key) ?? okAsync(undefined)),
    write: (key, body, sizeBytes) => {
      const fault = next('write');
      if (fault === 'partial') return ResultAsync.fromSafePromise(takeBeginning(body)).andThen(() => errAsync(outage()));
      return meet(callFault(fault), () => inner.write(key, body, sizeBytes));
    },
    promote: (from, to, expected) => perform('promote', () => inner.promote(from, to, expected)),
    remove: (key) => perform('remove', () => inner.remove(key)),
    deletePrefix: (prefix) => perform('deletePrefix', () => inner.deletePrefix(prefix)),
    list,
    signer: (namespace) => perform('signer', () => inner.signer(namespace)),
    ...partsOf(),
  };
};
