import { expect } from 'chai';
import { errAsync, okAsync } from 'neverthrow';
import { unavailable } from '../../../../src/model/app-error.js';
import { BlobUnreadable } from '../../../../src/model/blob-unreadable.js';
import { TreeFault, TreeUnavailable } from '../../../../src/model/chunk-tree/tree-fault.js';
import { type ObjectKey, trusted } from '../../../../src/model/values/index.js';
import type { BlobStore, OpenBlob } from '../../../../src/ports/index.js';
import type { ChunkTree } from '../../../../src/use-cases/chunk-tree/read/chunk-tree.js';
import { withHandleCache } from '../../../../src/use-cases/chunk-tree/read/handle-cache.js';
import { readSpan } from '../../../../src/use-cases/chunk-tree/read/read-tree-blob.js';
import { createWorld, withRepository } from '../../../builders/world.js';

const keyOf = (number: number): ObjectKey => trusted<ObjectKey>(`ns/lfs/chunks/packs/${number}`);

async function* eights(): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(Uint8Array.of(8, 8));
}

/** A store that counts what is opened and what of it is still open. The bytes of blob n are all n. */
const setUp = async () => {
  const world = createWorld();
  const { push } = await withRepository(world);
  const opened: ObjectKey[] = [];
  let [stillOpen, mostOpen] = [0, 0];
  let release: (() => void) | undefined;
  const open: BlobStore['open'] = (key) => {
    if (key === keyOf(404)) return errAsync({ kind: 'blob_missing' });
    opened.push(key);
    stillOpen += 1;
    mostOpen = Math.max(mostOpen, stillOpen);
    let isOpen = true;
    const blob: OpenBlob = {
      sizeBytes: 100,
      fill: async (_begin, target) => {
        if (key === keyOf(99)) await new Promise<void>((resolve) => (release = resolve));
        expect(isOpen, 'nobody reads what is closed').to.equal(true);
        target.fill(Number(key.split('/').at(-1)));
      },
      close: () => {
        expect(isOpen, 'nobody closes twice').to.equal(true);
        isOpen = false;
        stillOpen -= 1;
        return Promise.resolve();
      },
    };
    return okAsync(blob);
  };
  const blobs: BlobStore = { ...world.blobs, open };
  const tree: ChunkTree = { ...world.ports, blobs, namespace: push.repository.namespace };
  const read = async (keeping: ChunkTree, number: number) => [...(await readSpan(keeping, keyOf(number), 3, 5))];
  return { tree, read, opened, stillOpen: () => stillOpen, mostOpen: () => mostOpen, release: () => release?.() };
};

describe('withHandleCache', () => {
  it('opens a blob once for all of its reads, and closes it in the end', async () => {
    const { tree, read, opened, stillOpen } = await setUp();
    const bytes = await withHandleCache(tree, (keeping) => Promise.all([1, 2, 1, 2, 1].map((number) => read(keeping, number))));
    expect(bytes).to.deep.equal([1, 2, 1, 2, 1].map((number) => [number, number]));
    expect(opened).to.deep.equal([keyOf(1), keyOf(2)]);
    expect(stillOpen()).to.equal(0);
  });

  it('keeps the sixteen that were read last, and opens others again', async () => {
    const { tree, read, opened, stillOpen, mostOpen } = await setUp();
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    await withHandleCache(tree, async (keeping) => {
      for (const number of [...numbers, 39, 24, 0]) await read(keeping, number);
      expect(stillOpen()).to.equal(16);
    });
    expect(opened).to.deep.equal([...numbers, 0].map(keyOf));
    expect(mostOpen()).to.equal(17);
    expect(stillOpen()).to.equal(0);
  });

  it('closes what is still being read when the work fails once that is over', async () => {
    const { tree, read, stillOpen, release } = await setUp();
    let late: Promise<unknown> = Promise.resolve();
    const failed = withHandleCache(tree, (keeping) => {
      late = read(keeping, 99).then(() => read(keeping, 7));
      return Promise.reject(new Error('the object is not what it should be'));
    });
    expect(await failed.catch(() => 'failed')).to.equal('failed');
    expect(stillOpen()).to.equal(1);
    release();
    await late;
    expect(stillOpen()).to.equal(0);
  });

  it('tells which blob is missing', async () => {
    const { tree, read } = await setUp();
    const fault = await withHandleCache(tree, (keeping) => read(keeping, 404)).catch((thrown: unknown) => thrown);
    expect(fault).to.be.instanceOf(TreeFault);
  });

  it('tells that a kept blob broke off as a store that does not answer', async () => {
    const { tree, read } = await setUp();
    const blob: OpenBlob = {
      sizeBytes: 100,
      fill: () => Promise.reject(new BlobUnreadable(unavailable('storage'))),
      close: () => Promise.resolve(),
    };
    const blobs: BlobStore = { ...tree.blobs, open: () => okAsync(blob) };
    const fault = await withHandleCache({ ...tree, blobs }, (keeping) => read(keeping, 1)).catch((thrown: unknown) => thrown);
    expect(fault).to.be.instanceOf(TreeUnavailable);
  });

  it('reads span by span where the store keeps nothing open', async () => {
    const { tree, read } = await setUp();
    let reads = 0;
    const blobs: BlobStore = {
      ...tree.blobs,
      open: () => okAsync(undefined),
      read: () => {
        reads += 1;
        return okAsync({ sizeBytes: 100, body: eights() });
      },
    };
    expect(
      await withHandleCache({ ...tree, blobs }, async (keeping) => [await read(keeping, 1), await read(keeping, 1)]),
    ).to.deep.equal([
      [8, 8],
      [8, 8],
    ]);
    expect(reads).to.equal(2);
  });
});
