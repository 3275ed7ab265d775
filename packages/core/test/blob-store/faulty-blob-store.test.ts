import { blobStoreCases, runCases } from '@svc/conformance';
import { expect } from 'chai';
import { createFaultyBlobStore } from '../../src/blob-store/faulty-blob-store.js';
import { createMemoryBlobStore } from '../../src/memory/memory-blob-store.js';
import { unavailable } from '../../src/model/app-error.js';
import { BlobUnreadable } from '../../src/model/blob-unreadable.js';
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
    for (const call of ['check', 'head', 'signer'] as const) {
      store.failNext({ call, when: 'before' });
      store.failNext({ call, when: 'after' });
    }
    for (let time = 0; time < 2; time += 1) store.failNext({ call: 'read', when: 'before' });
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

  it('keeps silent until the release about a call that hangs, and lets a slow one happen then', async () => {
    const store = makeStore();
    const ended: string[] = [];
    valueOf(await store.write(from, body(), 5));
    store.failNext({ call: 'promote', when: 'hang' });
    store.failNext({ call: 'promote', when: 'slow' });
    const hanging = store.promote(from, to, expected).map(() => ended.push('hanging'));
    const slow = store.promote(from, to, expected).map(() => ended.push('slow'));
    expect(errorOf(await store.head(to))).to.deep.equal({ kind: 'blob_missing' });
    await store.release();
    expect(errorOf(await hanging)).to.deep.equal(fault);
    valueOf(await slow);
    expect(ended).to.deep.equal(['slow']);
    expect(valueOf(await store.head(to)).sizeBytes).to.equal(5);
  });

  it('lets a call happen at the release that it has said is in vain', async () => {
    const store = makeStore();
    valueOf(await store.write(from, body(), 5));
    store.failNext({ call: 'remove', when: 'late' });
    expect(errorOf(await store.remove(from))).to.deep.equal(fault);
    expect(valueOf(await store.head(from)).sizeBytes).to.equal(5);
    await store.release();
    expect(errorOf(await store.head(from))).to.deep.equal({ kind: 'blob_missing' });
  });

  it('breaks off in the middle of bytes and lists, and takes no half of a blob', async () => {
    const store = makeStore();
    store.failNext({ call: 'write', when: 'partial' });
    expect(errorOf(await store.write(from, body(), 5))).to.deep.equal(fault);
    expect(errorOf(await store.head(from))).to.deep.equal({ kind: 'blob_missing' });
    valueOf(await store.write(from, body(), 5));
    store.failNext({ call: 'read', when: 'partial' });
    const pieces: Uint8Array[] = [];
    const read = async (): Promise<void> => {
      for await (const piece of valueOf(await store.read(from)).body) pieces.push(piece);
    };
    expect(await read().catch((thrown: unknown) => thrown)).to.be.instanceOf(BlobUnreadable);
    expect(pieces).to.deep.equal([bytesOf('he')]);
    valueOf(await store.write(trusted<ObjectKey>('a/other'), body(), 5));
    store.failNext({ call: 'list', when: 'partial' });
    const keys: string[] = [];
    const list = async (): Promise<void> => {
      for await (const { key } of store.list(trusted<ObjectKey>('a'))) keys.push(key);
    };
    expect(await list().catch((thrown: unknown) => thrown)).to.be.instanceOf(BlobUnreadable);
    expect(keys).to.have.length(1);
  });

  it('tells where it has failed, plans nothing that cannot happen, and forgets what was planned', async () => {
    const store = makeStore();
    store.failNext({ call: 'check', when: 'before' });
    store.failNext({ call: 'head', when: 'before' });
    errorOf(await store.check());
    expect([...store.hits()]).to.deep.equal(['check.before']);
    store.forget();
    expect(errorOf(await store.head(from))).to.deep.equal({ kind: 'blob_missing' });
    expect(() => {
      store.failNext({ call: 'read', when: 'late' });
    }).to.throw('only where it can');
  });
});
