import { blobStoreCases, runCases } from '@svc/conformance';
import { expect } from 'chai';
import { createFaultyBlobStore } from '../../src/blob-store/faulty-blob-store.js';
import { createMemoryBlobStore } from '../../src/memory/memory-blob-store.js';
import { unavailable } from '../../src/model/app-error.js';
import { type ObjectKey, type StorageNamespace, trusted } from '../../src/model/values/index.js';
import { bytesOf, errorOf, oidOf, valueOf } from '../builders/world.js';

const settings = { baseUrl: 'https://svc.test', linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }] };
const makeStore = () => createFaultyBlobStore(createMemoryBlobStore(settings));

const from = trusted<ObjectKey>('a/from');
const to = trusted<ObjectKey>('b/to');
const namespace = trusted<StorageNamespace>('a');
const bytes = bytesOf('hello');
const expected = { sizeBytes: bytes.byteLength, oid: oidOf('hello') };
const fault = unavailable('storage');

async function* body() {
  yield bytes;
}

describe('createFaultyBlobStore', () => {
  runCases(describe, it, blobStoreCases, async () => ({ store: makeStore(), close: async () => undefined }));

  it('prevents the effect of a call that fails before it', async () => {
    const store = makeStore();
    store.failNext({ call: 'write', when: 'before' });
    expect(errorOf(await store.write(from, body(), 5))).to.deep.equal(fault);
    expect(errorOf(await store.head(from))).to.deep.equal({ kind: 'blob_missing' });
    valueOf(await store.write(from, body(), 5));
    store.failNext({ call: 'promote', when: 'before' });
    expect(errorOf(await store.promote(from, to, expected))).to.deep.equal(fault);
    expect(valueOf(await store.head(from)).sizeBytes).to.equal(5);
    store.failNext({ call: 'deletePrefix', when: 'before' });
    expect(errorOf(await store.deletePrefix(trusted<ObjectKey>('a')))).to.deep.equal(fault);
    expect(valueOf(await store.head(from)).sizeBytes).to.equal(5);
  });

  it('leaves the effect of a call that fails after it', async () => {
    const store = makeStore();
    store.failNext({ call: 'write', when: 'after' });
    expect(errorOf(await store.write(from, body(), 5))).to.deep.equal(fault);
    expect(valueOf(await store.head(from)).sizeBytes).to.equal(5);
    store.failNext({ call: 'promote', when: 'after' });
    expect(errorOf(await store.promote(from, to, expected))).to.deep.equal(fault);
    expect(valueOf(await store.head(to)).sizeBytes).to.equal(5);
    store.failNext({ call: 'deletePrefix', when: 'after' });
    expect(errorOf(await store.deletePrefix(trusted<ObjectKey>('b')))).to.deep.equal(fault);
    expect(errorOf(await store.head(to))).to.deep.equal({ kind: 'blob_missing' });
  });

  it('fails calls without an effect too, each fault once and in the planned order', async () => {
    const store = makeStore();
    for (const call of ['check', 'head', 'read', 'signer'] as const) {
      store.failNext({ call, when: 'before' });
      store.failNext({ call, when: 'after' });
    }
    for (let time = 0; time < 2; time += 1) {
      expect(errorOf(await store.check())).to.deep.equal(fault);
      expect(errorOf(await store.read(from))).to.deep.equal(fault);
      expect(errorOf(await store.signer(namespace))).to.deep.equal(fault);
    }
    expect(errorOf(await store.head(from))).to.deep.equal(fault);
    // An answer of the inner store's own comes before a fault that follows it.
    expect(errorOf(await store.head(from))).to.deep.equal({ kind: 'blob_missing' });
    valueOf(await store.check());
    valueOf(await store.signer(namespace));
  });
});
