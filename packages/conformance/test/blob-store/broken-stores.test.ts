import { createHash } from 'node:crypto';
import { portableHasher } from '@svc/core';
import { trusted, type ObjectKey } from '@svc/core/model';
import type { BlobEntry, BlobStore, ByteSpan, Hasher } from '@svc/core/ports';
import { createMemoryBlobStore } from '@svc/core/memory';
import { expect } from 'chai';
import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { blobStoreCases } from '../../src/blob-store/blob-store-cases.js';
import type { BlobStoreHarness } from '../../src/blob-store/blob-store-harness.js';
import { bodyOf, consume, expectOk, yieldTicks } from '../../src/blob-store/blobs.js';

/** The portable one would take most of the time of these tests. */
const hasher: Hasher = {
  ...portableHasher,
  sha256: () => {
    const hash = createHash('sha256');
    return { update: (bytes) => void hash.update(bytes), digestHex: () => hash.digest('hex') };
  },
};

const settings = {
  hasher,
  baseUrl: 'https://svc.test',
  linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }],
};

interface Breakage {
  readonly subject: string;
  /** A part of the title of the case that is there to catch it. */
  readonly caughtBy: string;
  readonly break: (store: BlobStore) => Partial<BlobStore> & Pick<BlobStoreHarness, 'countOpenHandles'>;
}

const bytesAt = async (store: BlobStore, key: ObjectKey): Promise<Uint8Array> => consume(expectOk(await store.read(key)));

const copy = async (store: BlobStore, from: ObjectKey, to: ObjectKey): Promise<void> => {
  const bytes = await bytesAt(store, from);
  expectOk(await store.write(to, bodyOf(bytes), bytes.byteLength));
};

const collect = async (body: AsyncIterable<Uint8Array>): Promise<{ readonly bytes: Uint8Array; readonly whole: boolean }> => {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
    return { bytes: new Uint8Array(Buffer.concat(chunks)), whole: true };
  } catch {
    return { bytes: new Uint8Array(Buffer.concat(chunks)), whole: false };
  }
};

/** Every blob whose key begins with the text, a slash after it or not. */
async function* beginningWith(store: BlobStore, text: string): AsyncIterable<BlobEntry> {
  for (const folder of ['a', 'b', 'ab', 'ns', 'elsewhere']) {
    for await (const entry of store.list(trusted<ObjectKey>(folder))) if (entry.key.startsWith(text)) yield entry;
  }
}

const breakages: Readonly<Record<string, Breakage>> = {
  'stores what came of a body that broke': {
    subject: 'writing',
    caughtBy: 'broken half way leaves nothing',
    break: (store) => ({
      write: (key, body, sizeBytes) =>
        new ResultAsync(
          (async () => {
            const { bytes, whole } = await collect(body);
            return whole ? store.write(key, bodyOf(bytes), sizeBytes) : store.write(key, bodyOf(bytes), bytes.byteLength);
          })(),
        ),
    }),
  },
  'takes the declared length of a body that is longer': {
    subject: 'writing',
    caughtBy: 'one byte long leaves nothing',
    break: (store) => ({
      write: (key, body, sizeBytes) =>
        new ResultAsync(
          (async () => {
            const { bytes, whole } = await collect(body);
            return whole
              ? store.write(key, bodyOf(bytes.subarray(0, sizeBytes)), sizeBytes)
              : errAsync({ kind: 'body_incomplete' } as const);
          })(),
        ),
    }),
  },
  'keeps the first of two blobs': {
    subject: 'writing',
    caughtBy: 'a second write replaces',
    break: (store) => ({
      write: (key, body, sizeBytes) =>
        new ResultAsync(
          (async () => ((await store.head(key)).isOk() ? okAsync(undefined) : store.write(key, body, sizeBytes)))(),
        ),
    }),
  },
  'calls all blobs of one length the same version': {
    subject: 'writing',
    caughtBy: 'one version until other bytes',
    break: (store) => ({ head: (key) => store.head(key).map(({ sizeBytes }) => ({ sizeBytes, version: String(sizeBytes) })) }),
  },
  'gives the whole blob for every span': {
    subject: 'reading',
    caughtBy: 'every span of a blob of 3000000',
    break: (store) => ({ read: (key, span) => store.read(key, span).andThen(() => store.read(key)) }),
  },
  'leaves out the last byte of a span': {
    subject: 'reading',
    caughtBy: 'every span of a blob of 3000000',
    break: (store) => ({
      read: (key, span) => store.read(key, span && { first: span.first, last: Math.max(span.first, span.last - 1) }),
    }),
  },
  'cuts a span that reaches too far': {
    subject: 'reading',
    caughtBy: 'ends behind the end of the blob is answered',
    break: (store) => ({
      read: (key, span) => store.head(key).andThen(({ sizeBytes }) => store.read(key, span && within(span, sizeBytes))),
    }),
  },
  'holds what it has put into memory': {
    subject: 'reading',
    caughtBy: 'every span of a blob of 3000000',
    break: (store) => {
      let open = 0;
      return {
        read: (key, span) =>
          store.read(key, span).map((reading) => ({
            ...reading,
            fill: async (target) => {
              open += 1;
              target.set((await collect(reading.body)).bytes);
            },
          })),
        countOpenHandles: () => Promise.resolve(open),
      };
    },
  },
  'reads a blob that is kept open as it is now': {
    subject: 'reading',
    caughtBy: 'kept open gives any of its spans',
    break: (store) => ({
      open: (key) =>
        store.head(key).map(({ sizeBytes }) => ({
          sizeBytes,
          fill: async (begin, target) => target.set((await bytesAt(store, key)).subarray(begin, begin + target.byteLength)),
          close: () => Promise.resolve(),
        })),
    }),
  },
  'keeps open what is not there': {
    subject: 'reading',
    caughtBy: 'cannot be kept open',
    break: () => ({
      open: () => okAsync({ sizeBytes: 0, fill: () => Promise.resolve(), close: () => Promise.resolve() }),
    }),
  },
  'promotes without looking at the bytes': {
    subject: 'promoting',
    caughtBy: 'promoting wrong bytes is refused',
    break: (store) => ({
      promote: (from, to, expected) =>
        store
          .head(from)
          .andThen(({ sizeBytes }) =>
            sizeBytes === expected.sizeBytes
              ? ResultAsync.fromSafePromise(copy(store, from, to))
              : errAsync({ kind: 'blob_size_mismatch', actualBytes: sizeBytes } as const),
          ),
    }),
  },
  'reads the source again after it has checked it': {
    subject: 'promoting',
    caughtBy: 'races with a write of wrong bytes',
    break: (store) => ({
      promote: (from, to, expected) => {
        const trial = trusted<ObjectKey>(`trial/${from}`);
        const promote = async () => {
          if ((await store.head(from)).isErr() || (await store.head(to)).isOk()) return store.promote(from, to, expected);
          await copy(store, from, trial);
          const checked = await store.promote(trial, trusted<ObjectKey>(`trial/${to}`), expected);
          if (checked.isErr()) return checked;
          await yieldTicks(3);
          await copy(store, from, to);
          await removeOne(store, from);
          return store.deletePrefix(trusted<ObjectKey>('trial'));
        };
        return new ResultAsync(promote());
      },
    }),
  },
  'leaves the source where it was': {
    subject: 'promoting',
    caughtBy: 'promoting 1 right bytes moves',
    break: (store) => ({
      promote: (from, to, expected) =>
        new ResultAsync(
          (async () => {
            const there = await store.head(from);
            const spare = trusted<ObjectKey>('spare/blob');
            if (there.isOk()) await copy(store, from, spare);
            const promoted = await store.promote(from, to, expected);
            if (there.isOk()) await copy(store, spare, from);
            return promoted;
          })(),
        ),
    }),
  },
  'writes a final blob again': {
    subject: 'promoting',
    caughtBy: 'a final blob is never written again',
    break: (store) => ({
      promote: (from, to, expected) =>
        new ResultAsync(
          (async () => {
            if ((await store.head(from)).isOk() && (await store.head(to)).isOk()) await copy(store, from, to);
            return store.promote(from, to, expected);
          })(),
        ),
    }),
  },
  'takes damaged bytes away before it puts others in their place': {
    subject: 'promoting',
    caughtBy: 'while damaged bytes are replaced',
    break: (store) => ({
      promote: (from, to, expected) =>
        new ResultAsync(
          (async () => {
            if (expected.replaces === true && (await store.head(from)).isOk()) await removeOne(store, to);
            await yieldTicks(3);
            return store.promote(from, to, expected);
          })(),
        ),
    }),
  },
  'gives zeros of a blob that is removed while it is read': {
    subject: 'prefixes',
    caughtBy: 'removed by its key is read to its end',
    break: (store) => {
      const removed = new Set<ObjectKey>();
      return {
        remove: (key) => {
          removed.add(key);
          return store.remove(key);
        },
        read: (key, span) =>
          store.read(key, span).map(({ sizeBytes, body }) => ({
            sizeBytes,
            body: (async function* () {
              for await (const chunk of body) yield removed.has(key) ? chunk.fill(0) : chunk;
            })(),
          })),
      };
    },
  },
  'removes what begins alike': {
    subject: 'prefixes',
    caughtBy: 'nothing whose name begins alike',
    break: (store) => ({
      deletePrefix: (prefix) =>
        new ResultAsync(
          (async () => {
            for await (const { key } of beginningWith(store, prefix)) {
              const [folder = ''] = key.split('/');
              if (folder !== prefix) await removeOne(store, key);
            }
            return okAsync(undefined);
          })(),
        ),
    }),
  },
  'removes with a blob what begins alike': {
    subject: 'prefixes',
    caughtBy: 'removes it and nothing',
    break: (store) => ({
      remove: (key) =>
        new ResultAsync(
          (async () => {
            for await (const entry of beginningWith(store, key)) await removeOne(store, entry.key);
            return okAsync(undefined);
          })(),
        ),
    }),
  },
  'lists what begins alike': {
    subject: 'prefixes',
    caughtBy: 'names every blob below its prefix',
    break: (store) => ({ list: (prefix) => beginningWith(store, prefix) }),
  },
  'lists no more than a page': {
    subject: 'prefixes',
    caughtBy: 'more than are told of at once',
    break: (store) => ({
      list: async function* (prefix) {
        let listed = 0;
        for await (const entry of store.list(prefix)) if (listed < 1000) yield ((listed += 1), entry);
      },
    }),
  },
  'removes no more than a page': {
    subject: 'prefixes',
    caughtBy: 'more than are told of at once',
    break: (store) => ({
      deletePrefix: (prefix) =>
        new ResultAsync(
          (async () => {
            let removed = 0;
            for await (const { key } of store.list(prefix)) {
              if (removed < 1000) await removeOne(store, key);
              removed += 1;
            }
            return okAsync(undefined);
          })(),
        ),
    }),
  },
  'takes keys for one that differ in a letter’s case': {
    subject: 'prefixes',
    caughtBy: 'told apart by each of their characters',
    break: (store) => ({
      head: (key) => store.head(lower(key)),
      read: (key, span) => store.read(lower(key), span),
      write: (key, body, sizeBytes) => store.write(lower(key), body, sizeBytes),
      list: (prefix) => store.list(lower(prefix)),
    }),
  },
  'takes an underscore for any character': {
    subject: 'prefixes',
    caughtBy: 'told apart by each of their characters',
    break: (store) => ({
      list: async function* (prefix) {
        const pattern = new RegExp(`^${prefix.replaceAll('.', '[.]').replaceAll('_', '.')}/`);
        for await (const entry of store.list(trusted<ObjectKey>('a'))) if (pattern.test(entry.key)) yield entry;
      },
    }),
  },
  'lists nothing below the first level': {
    subject: 'prefixes',
    caughtBy: 'names every blob below its prefix',
    break: (store) => ({
      list: async function* (prefix) {
        for await (const entry of store.list(prefix)) if (!entry.key.slice(prefix.length + 1).includes('/')) yield entry;
      },
    }),
  },
};

const within = ({ first, last }: ByteSpan, sizeBytes: number): ByteSpan => ({
  first: Math.min(first, sizeBytes - 1),
  last: Math.min(last, sizeBytes - 1),
});

const lower = (key: ObjectKey): ObjectKey => trusted<ObjectKey>(key.toLowerCase());

const removeOne = async (store: BlobStore, key: ObjectKey): Promise<void> => expectOk(await store.remove(key));

/** The titles of the cases that a store does not pass. */
const failures = async (
  subject: string,
  make: () => BlobStore & Pick<BlobStoreHarness, 'countOpenHandles'>,
): Promise<readonly string[]> => {
  const titles: string[] = [];
  for (const { title, run } of blobStoreCases[`a blob store: ${subject}`] ?? []) {
    try {
      const { countOpenHandles, ...store } = make();
      await run({ store, ...(countOpenHandles && { countOpenHandles }), close: async () => undefined });
    } catch {
      titles.push(title);
    }
  }
  return titles;
};

describe('the cases of a blob store', () => {
  for (const [title, { subject, caughtBy, break: broken }] of Object.entries(breakages)) {
    it(`catch one that ${title}`, async () => {
      const caught = await failures(subject, () => {
        const store = createMemoryBlobStore(settings);
        return { ...store, ...broken(store) };
      });
      expect(caught.join('; ')).to.include(caughtBy);
    });
  }

  it('let one pass that throws for a nonsense span at once', async () => {
    const failed = await failures('reading', () => {
      const store = createMemoryBlobStore(settings);
      return {
        ...store,
        read: (key, span) => {
          if (span !== undefined && (span.first < 0 || span.last < span.first)) throw new RangeError('no such span');
          return store.read(key, span);
        },
      };
    });
    expect(failed).to.deep.equal([]);
  });

  it('are as many as they say: each subject has some', () => {
    for (const [subject, cases] of Object.entries(blobStoreCases)) expect(cases.length, subject).to.be.greaterThan(5);
  });
});
