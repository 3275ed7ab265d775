import { expect } from 'chai';
import { errAsync, okAsync } from 'neverthrow';
import { createFaultyBlobStore, createMemoryBlobStore } from '../../../../src/memory/index.js';
import { thrownOutage } from '../../../../src/model/blob-unreadable.js';
import { type ObjectKey, trusted } from '../../../../src/model/values/index.js';
import type { BlobStore, OpenBlob } from '../../../../src/ports/blob-store.js';
import { keepPackOpen } from '../../../../src/use-cases/chunk-tree/files/keep-pack-open.js';
import { bodyOf } from '../../../builders/tree.js';
import { bytesOf, valueOf } from '../../../builders/world.js';

const key = trusted<ObjectKey>('repositories/a/cas/chunks/packs/b');
const bytes = bytesOf('the bytes of a pack');

const storeWithPack = async (): Promise<BlobStore> => {
  const { open: _open, ...store }: BlobStore = createMemoryBlobStore({
    baseUrl: 'https://svc.test',
    linkKeys: [{ id: 'k1', secret: new Uint8Array(32).fill(7) }],
  });
  valueOf(await store.write(key, bodyOf(bytes).bytes, bytes.byteLength));
  return store;
};

describe('a pack that is kept open', () => {
  it('is read by requests where the store keeps nothing open', async () => {
    const kept = valueOf(await keepPackOpen(await storeWithPack(), key, bytes.byteLength));
    const target = new Uint8Array(5);
    await kept.fill(4, target);
    expect([Buffer.from(target).toString(), kept.sizeBytes]).to.deep.equal(['bytes', bytes.byteLength]);
    await kept.close(5);
  });

  it('is opened once where the store keeps it open', async () => {
    const calls: string[] = [];
    const open: OpenBlob = {
      sizeBytes: bytes.byteLength,
      fill: async (begin, target) => {
        calls.push(`fill ${begin}`);
        target.fill(1);
      },
      close: async () => {
        calls.push('close');
      },
    };
    const store: BlobStore = {
      ...(await storeWithPack()),
      open: () => {
        calls.push('open');
        return okAsync(open);
      },
    };
    const kept = valueOf(await keepPackOpen(store, key, bytes.byteLength));
    await kept.fill(0, new Uint8Array(1));
    await kept.fill(9, new Uint8Array(1));
    await kept.close(2);
    expect(calls).to.deep.equal(['open', 'fill 0', 'fill 9', 'close']);
  });

  it('throws what the service answers as an outage when the store does not give it', async () => {
    const faulty = createFaultyBlobStore(await storeWithPack());
    const kept = valueOf(await keepPackOpen(faulty, key, bytes.byteLength));
    faulty.failNext({ call: 'read', when: 'before' });
    const thrown: unknown = await kept.fill(0, new Uint8Array(1)).catch((fault: unknown) => fault);
    expect(thrownOutage(thrown)).to.include({ kind: 'unavailable', part: 'storage' });
  });

  it('is not found where it is gone', async () => {
    const store: BlobStore = { ...(await storeWithPack()), open: () => errAsync({ kind: 'blob_missing' }) };
    expect((await keepPackOpen(store, key, bytes.byteLength))._unsafeUnwrapErr().kind).to.equal('not_found');
  });
});
