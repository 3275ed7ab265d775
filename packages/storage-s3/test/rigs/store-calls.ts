import { trusted, type ObjectKey } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import type { Result } from 'neverthrow';
import { bodyOf, type upload } from './values.js';

export const prefix = trusted<ObjectKey>('ns');

export type StoreCalls = Readonly<Record<string, (store: BlobStore) => Promise<Result<unknown, unknown>>>>;

/** What a store is asked for, by its name: the first is small, the second goes in parts. */
export const callsOf = (
  { bytes, from, to, expected }: ReturnType<typeof upload>,
  large: ReturnType<typeof upload>,
): StoreCalls => ({
  check: async (store) => store.check(),
  head: async (store) => store.head(from),
  read: async (store) => store.read(from),
  'read of a span': async (store) => store.read(from, { first: 1, last: 2 }),
  write: async (store) => store.write(to, bodyOf(bytes), bytes.byteLength),
  'write in parts': async (store) => store.write(to, bodyOf(large.bytes), large.bytes.byteLength),
  promote: async (store) => store.promote(from, to, expected),
  deletePrefix: async (store) => store.deletePrefix(prefix),
});

/** What ends a list, if anything does. */
export const listing = async (store: BlobStore): Promise<unknown> => {
  try {
    for await (const _ of store.list(prefix));
    return undefined;
  } catch (fault) {
    return fault;
  }
};
