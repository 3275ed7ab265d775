import { expect } from 'chai';
import { createFaultyBlobStore } from '../../src/blob-store/faulty-blob-store.js';
import { findBlob } from '../../src/blob-store/find-blob.js';
import { createMemoryBlobStore } from '../../src/memory/memory-blob-store.js';
import { unavailable } from '../../src/model/app-error.js';
import { type ObjectKey, trusted } from '../../src/model/values/index.js';
import { bytesOf, errorOf, valueOf } from '../builders/world.js';

const settings = { baseUrl: 'https://svc.test', linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(1) }] };
const key = trusted<ObjectKey>('a/b');

async function* body() {
  yield bytesOf('hello');
}

describe('findBlob', () => {
  it('tells what lies at the key, that nothing does, and that the store does not answer', async () => {
    const blobs = createFaultyBlobStore(createMemoryBlobStore(settings));
    expect(valueOf(await findBlob({ blobs }, key))).to.equal(undefined);
    valueOf(await blobs.write(key, body(), 5));
    expect(valueOf(await findBlob({ blobs }, key))?.sizeBytes).to.equal(5);
    blobs.failNext({ call: 'head', when: 'before' });
    expect(errorOf(await findBlob({ blobs }, key))).to.deep.equal(unavailable('storage'));
  });
});
