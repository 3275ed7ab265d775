import type { BlobStore, BucketConnector } from '@svc/core/ports';
import { okAsync, ResultAsync } from 'neverthrow';

/** The same outcome for all who ask; after a failure the next one tries again. */
const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let begun: Promise<T> | undefined;
  return () => {
    begun ??= work().catch((fault: unknown) => {
      begun = undefined;
      throw fault;
    });
    return begun;
  };
};

/** A connector that is loaded when somebody reaches for a customer's bucket for the first time: most servers never do, and its libraries are large. */
export const lateConnector = (load: () => Promise<BucketConnector>): BucketConnector => {
  const loaded = once(load);
  return {
    open: (login, capabilities) => {
      const opened = once(async (): Promise<BlobStore> => (await loaded()).open(login, capabilities));
      return lateBlobStore(opened, { signedUrls: 'external', checksumEnforced: capabilities.checksumEnforced });
    },
    check: async (login) => (await loaded()).check(login),
    removeLeftovers: async (login) => (await loaded()).removeLeftovers?.(login),
  };
};

const lateBlobStore = (opened: () => Promise<BlobStore>, traits: BlobStore['traits']): BlobStore => {
  const late = <T, E>(act: (store: BlobStore) => ResultAsync<T, E>): ResultAsync<T, E> =>
    ResultAsync.fromSafePromise<BlobStore>(opened()).andThen(act);
  return {
    traits,
    check: () => late((store) => store.check()),
    head: (key) => late((store) => store.head(key)),
    read: (key, span) => late((store) => store.read(key, span)),
    write: (key, body, sizeBytes) => late((store) => store.write(key, body, sizeBytes)),
    promote: (from, to, expected) => late((store) => store.promote(from, to, expected)),
    remove: (key) => late((store) => store.remove(key)),
    deletePrefix: (prefix) => late((store) => store.deletePrefix(prefix)),
    list: async function* (prefix) {
      yield* (await opened()).list(prefix);
    },
    signer: (namespace) => late((store) => store.signer(namespace)),
    parts: (namespace) => late((store) => store.parts?.(namespace) ?? okAsync(undefined)),
  };
};
