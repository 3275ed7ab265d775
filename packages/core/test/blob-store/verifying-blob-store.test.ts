import { blobStoreCases, runCases } from '@svc/conformance';
import { expect } from 'chai';
import { BlobCorrupted } from '../../src/blob-store/blob-corrupted.js';
import { verifyingBlobStore } from '../../src/blob-store/verifying-blob-store.js';
import { portableCodec } from '../../src/formats/chunking/index.js';
import { portableHasher } from '../../src/formats/hashing/portable-hasher.js';
import { createMemoryBlobStore } from '../../src/memory/memory-blob-store.js';
import { unavailable } from '../../src/model/app-error.js';
import { BlobUnreadable } from '../../src/model/blob-unreadable.js';
import { blockNamesKey, objectKey, type ObjectKey, type StorageNamespace, trusted } from '../../src/model/values/index.js';
import type { BlobReading, BlobStore } from '../../src/ports/index.js';
import { errorOf, oidOf, valueOf } from '../builders/world.js';

const settings = { baseUrl: 'https://svc.test', linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }] };
const namespace = trusted<StorageNamespace>('ns');
const text = 'x'.repeat(200_000);
const key = objectKey(namespace, oidOf(text));

const bytesOf = (content: string): Uint8Array => new TextEncoder().encode(content);
async function* bodyOf(bytes: Uint8Array) {
  yield bytes;
}

/** A store whose blob at `at` holds `content`, whatever its key promises. */
const storeWith = async (at: ObjectKey, content: string): Promise<BlobStore> => {
  const inner = createMemoryBlobStore(settings);
  valueOf(await inner.write(at, bodyOf(bytesOf(content)), content.length));
  return verifyingBlobStore(inner, portableHasher);
};

interface Outcome {
  readonly receivedBytes: number;
  readonly fault: unknown;
}

const drain = async ({ body }: BlobReading): Promise<Outcome> => {
  let receivedBytes = 0;
  try {
    for await (const chunk of body) receivedBytes += chunk.byteLength;
    return { receivedBytes, fault: undefined };
  } catch (fault) {
    return { receivedBytes, fault };
  }
};

describe('verifyingBlobStore', () => {
  runCases(describe, it, blobStoreCases, async () => ({
    store: verifyingBlobStore(createMemoryBlobStore(settings), portableHasher),
    close: async () => undefined,
  }));

  it('gives right bytes to the last one', async () => {
    const store = await storeWith(key, text);
    const { receivedBytes, fault } = await drain(valueOf(await store.read(key)));
    expect(fault).to.equal(undefined);
    expect(receivedBytes).to.equal(text.length);
  });

  for (const [what, content] of [
    ['a wrong last byte', `${text.slice(1)}y`],
    ['a wrong first byte', `y${text.slice(1)}`],
    ['a byte too few', text.slice(1)],
    ['a byte too many', `${text}x`],
    ['a single wrong byte', 'y'],
  ] as const) {
    it(`never completes a blob with ${what}`, async () => {
      const store = await storeWith(key, content);
      const { receivedBytes, fault } = await drain(valueOf(await store.read(key)));
      expect(fault).to.be.instanceOf(BlobCorrupted).with.property('key', key);
      expect(receivedBytes).to.be.lessThan(content.length);
    });
  }

  it('throws for an empty blob that should not be, and gives one that should', async () => {
    const corrupted = await storeWith(key, '');
    expect((await drain(valueOf(await corrupted.read(key)))).fault).to.be.instanceOf(BlobCorrupted);
    const emptyKey = objectKey(namespace, oidOf(''));
    const right = await storeWith(emptyKey, '');
    expect(await drain(valueOf(await right.read(emptyKey)))).to.deep.equal({ receivedBytes: 0, fault: undefined });
  });

  it('is not misled by empty chunks after the last byte', async () => {
    const inner = createMemoryBlobStore(settings);
    valueOf(await inner.write(key, bodyOf(bytesOf('wrong')), 5));
    const padding: BlobStore = {
      ...inner,
      read: (at, span) =>
        inner.read(at, span).map((reading) => ({
          ...reading,
          body: (async function* () {
            yield* reading.body;
            yield new Uint8Array(0);
          })(),
        })),
    };
    const store = verifyingBlobStore(padding, portableHasher);
    const { receivedBytes, fault } = await drain(valueOf(await store.read(key)));
    expect(fault).to.be.instanceOf(BlobCorrupted);
    expect(receivedBytes).to.equal(0);
  });

  it('takes a span of all bytes for a whole read', async () => {
    const whole = (content: string) => ({ first: 0, last: content.length - 1 });
    const corrupted = await storeWith(key, 'wrong');
    const { receivedBytes, fault } = await drain(valueOf(await corrupted.read(key, whole('wrong'))));
    expect(fault).to.be.instanceOf(BlobCorrupted).with.property('key', key);
    expect(receivedBytes).to.be.lessThan('wrong'.length);
    const right = await storeWith(key, text);
    expect(await drain(valueOf(await right.read(key, whole(text))))).to.deep.equal({
      receivedBytes: text.length,
      fault: undefined,
    });
  });

  it('passes smaller spans and other keys through unread', async () => {
    const corrupted = await storeWith(key, 'wrong');
    for (const span of [
      { first: 0, last: 3 },
      { first: 1, last: 4 },
    ]) {
      expect(await drain(valueOf(await corrupted.read(key, span)))).to.deep.equal({ receivedBytes: 4, fault: undefined });
    }
    const other = trusted<ObjectKey>(`ns/staging/s/${oidOf(text)}`);
    const staged = await storeWith(other, 'wrong');
    expect(await drain(valueOf(await staged.read(other)))).to.deep.equal({ receivedBytes: 5, fault: undefined });
    expect(errorOf(await staged.read(key))).to.deep.equal({ kind: 'blob_missing' });
  });

  it('gives nothing to a reader that goes on behind wrong bytes', async () => {
    const corrupted = await storeWith(key, 'wrong');
    const chunks = valueOf(await corrupted.read(key)).body[Symbol.asyncIterator]();
    const [first] = await Promise.allSettled([chunks.next()]);
    expect(first).to.have.property('reason').that.is.instanceOf(BlobCorrupted);
    expect(await chunks.next()).to.deep.equal({ done: true, value: undefined });
  });

  it('reads an object without its block names where these cannot be read', async () => {
    const codec = portableCodec();
    const inner = createMemoryBlobStore({ ...settings, blockHasher: codec });
    const staged = trusted<ObjectKey>('ns/staging/s/one');
    valueOf(await inner.write(staged, bodyOf(bytesOf(text)), text.length));
    valueOf(await inner.promote(staged, key, { sizeBytes: text.length, oid: oidOf(text) }));
    let breaks = 0;
    const breaking: BlobStore = {
      ...inner,
      read: (at, span) =>
        inner.read(at, span).map((reading) => {
          if (at !== blockNamesKey(key)) return reading;
          breaks += 1;
          return {
            ...reading,
            body: (async function* () {
              yield* [];
              throw new BlobUnreadable(unavailable('storage'));
            })(),
          };
        }),
    };
    const store = verifyingBlobStore(breaking, portableHasher, codec);
    for (const [span, receivedBytes] of [
      [undefined, text.length],
      [{ first: 5, last: 104 }, 100],
    ] as const)
      expect(await drain(valueOf(await store.read(key, span)))).to.deep.equal({ receivedBytes, fault: undefined });
    expect(breaks).to.equal(2);
  });

  it('releases the inner body when its reader leaves before the first byte', async () => {
    const inner = createMemoryBlobStore(settings);
    let released = 0;
    const watched: BlobStore = {
      ...inner,
      read: (at, span) =>
        inner.read(at, span).map(({ sizeBytes, body }) => ({
          sizeBytes,
          body: {
            [Symbol.asyncIterator]: () => ({
              next: () => body[Symbol.asyncIterator]().next(),
              return: async () => {
                released += 1;
                return { done: true, value: undefined };
              },
            }),
          },
        })),
    };
    valueOf(await inner.write(key, bodyOf(bytesOf(text)), text.length));
    const store = verifyingBlobStore(watched, portableHasher);
    await valueOf(await store.read(key))
      .body[Symbol.asyncIterator]()
      .return?.();
    for await (const _chunk of valueOf(await store.read(key)).body) break;
    expect(released).to.equal(2);
  });
});
