import { okAsync, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../model/app-error.js';
import { BlobUnreadable } from '../model/blob-unreadable.js';
import { connectionOf, type ObjectKey, type StorageConnectionId, type StorageNamespace } from '../model/values/index.js';
import type { BlobEntry, BlobStore } from '../ports/index.js';

/** Opens the customer's bucket; asked for every use of it, so it sees a connection's change at once and keeps what it has opened. */
export type OpenConnection = (connectionId: StorageConnectionId) => ResultAsync<BlobStore, Unavailable>;

/**
 * One store out of many: the service's own, and the buckets that customers bring. Each key says itself where it lies (`connectionOf`).
 * Bytes are never moved from one to another.
 */
export const routingBlobStore = (managed: BlobStore, open: OpenConnection): BlobStore => {
  const route = <T, E>(place: ObjectKey | StorageNamespace, act: (store: BlobStore) => ResultAsync<T, E>) => {
    const connectionId = connectionOf(place);
    return connectionId === undefined ? act(managed) : open(connectionId).andThen(act);
  };
  return {
    traits: managed.traits,
    check: () => managed.check(),
    head: (key) => route(key, (store) => store.head(key)),
    read: (key, span) => route(key, (store) => store.read(key, span)),
    open: (key) => route(key, (store) => store.open?.(key) ?? okAsync(undefined)),
    write: (key, body, sizeBytes) => route(key, (store) => store.write(key, body, sizeBytes)),
    promote: (from, to, expected) => route(from, (store) => store.promote(from, to, expected)),
    remove: (key) => route(key, (store) => store.remove(key)),
    deletePrefix: (prefix) => route(prefix, (store) => store.deletePrefix(prefix)),
    list: (prefix) => listed(managed, open, prefix),
    signer: (namespace) => route(namespace, (store) => store.signer(namespace)),
    parts: (namespace) => route(namespace, (store) => store.parts?.(namespace) ?? okAsync(undefined)),
  };
};

async function* listed(managed: BlobStore, open: OpenConnection, prefix: ObjectKey): AsyncIterable<BlobEntry> {
  const connectionId = connectionOf(prefix);
  if (connectionId === undefined) {
    yield* managed.list(prefix);
    return;
  }
  const store = await open(connectionId);
  if (store.isErr()) throw new BlobUnreadable(store.error);
  yield* store.value.list(prefix);
}
