import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { objectKey, stagingKey, trusted, type StorageNamespace, type UploadSessionId } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { nodeFileSystem } from '../src/file-system.js';
import { createFsBlobStore } from '../src/fs-blob-store.js';
import { bodyOf, bytesAt, errorOf, oidOf, valueOf } from './rigs/blobs.js';
import { makeScratchStore, settings, withRecordedStore } from './rigs/scratch-store.js';

const bytes = Buffer.alloc(300_000, 'x');
const wrong = Buffer.concat([bytes.subarray(1), Buffer.from('y')]);
const oid = oidOf(bytes);
const namespace = trusted<StorageNamespace>('ns');
const from = stagingKey(namespace, trusted<UploadSessionId>('00000000-0000-4000-8000-000000000001'), oid);
const to = objectKey(namespace, oid);
const expected = { sizeBytes: bytes.byteLength, oid };
const folder = `ns/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}`;

const stage = async (store: BlobStore, content: Buffer = bytes) =>
  valueOf(await store.write(from, bodyOf(content), content.byteLength));

/** A store that does something else first, once, when it is about to link a file to a path with `part` in it. */
const withInterruptedLink = async (
  part: string,
  act: (store: BlobStore, interruptBy: (interrupt: () => Promise<void>) => void) => Promise<void>,
): Promise<void> => {
  let pending: (() => Promise<void>) | undefined;
  const scene = await makeScratchStore({
    ...nodeFileSystem,
    link: async (source, target) => {
      const interrupt = target.includes(part) ? pending : undefined;
      if (interrupt !== undefined) pending = undefined;
      await interrupt?.();
      await nodeFileSystem.link(source, target);
    },
  });
  try {
    await act(scene.store, (interrupt) => (pending = interrupt));
  } finally {
    await scene.close();
  }
};

describe('promoteFile', () => {
  it('pins the file, has its new name on the disk, and only then removes the old one', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      await stage(store);
      fileSystem.restart(root);
      valueOf(await store.promote(from, to, expected));
      const steps = fileSystem.steps.filter((step) => step !== 'read .temporary/*');
      expect(steps).to.deep.equal([
        `link ${from} .temporary/*`,
        'mkdir ns/objects',
        'sync ns',
        `mkdir ns/objects/${oid.slice(0, 2)}`,
        'sync ns/objects',
        `mkdir ${folder}`,
        `sync ns/objects/${oid.slice(0, 2)}`,
        `link .temporary/* ${to}`,
        `sync ${folder}`,
        `unlink ${from}`,
        'unlink .temporary/*',
      ]);
    }));

  it('answers for a blob that is there only when its name is on the disk', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      await stage(store);
      valueOf(await store.promote(from, to, expected));
      fileSystem.restart(root);
      valueOf(await store.promote(from, to, expected));
      expect(fileSystem.steps).to.deep.equal([`sync ${folder}`]);
    }));

  it('does not read a file again that was hashed while it was written', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      const slowly = async function* () {
        yield bytes;
        // The clock of file times moves on, so that no later file can be taken for this one.
        await sleep(50);
      };
      valueOf(await store.write(from, slowly(), bytes.byteLength));
      fileSystem.restart(root);
      fileSystem.fail('read .temporary/*', 'EIO');
      valueOf(await store.promote(from, to, expected));
      expect(await bytesAt(store, to)).to.deep.equal(bytes);
    }));

  it('reads a file that another process has put there', async () => {
    const scene = await makeScratchStore();
    try {
      await stage(scene.store);
      const reopened = await createFsBlobStore({ root: scene.root, ...settings });
      valueOf(await reopened.promote(from, to, expected));
      expect(await bytesAt(reopened, to)).to.deep.equal(bytes);
    } finally {
      await scene.close();
    }
  });

  it('does not believe what it remembers of a file whose bytes were changed in place', async () => {
    const scene = await makeScratchStore();
    try {
      await stage(scene.store);
      await sleep(50);
      await writeFile(join(scene.root, from), wrong);
      expect(errorOf(await scene.store.promote(from, to, expected))).to.include({ kind: 'blob_checksum_mismatch' });
    } finally {
      await scene.close();
    }
  });

  it('publishes the file that it has checked, when the name is given to another one in between', () =>
    withInterruptedLink(to, async (store, interruptBy) => {
      await stage(store);
      interruptBy(() => stage(store, wrong));
      valueOf(await store.promote(from, to, expected));
      expect(await bytesAt(store, to)).to.deep.equal(bytes);
      expect(await bytesAt(store, from)).to.deep.equal(wrong);
    }));

  it('answers Ok when another promotion of the same file ends before it can pin it', () =>
    withInterruptedLink('.temporary', async (store, interruptBy) => {
      await stage(store);
      interruptBy(async () => valueOf(await store.promote(from, to, expected)));
      valueOf(await store.promote(from, to, expected));
      expect(await bytesAt(store, to)).to.deep.equal(bytes);
    }));

  it('answers unavailable when any call fails, leaves right bytes or none at the final key, and loses none', async () => {
    let ended = false;
    for (let number = 0; !ended; number += 1) {
      await withRecordedStore(async ({ store, root, fileSystem, countOpenHandles }) => {
        await stage(store);
        fileSystem.restart(root);
        fileSystem.fail(number, 'EIO');
        const promoted = await store.promote(from, to, expected);
        if (fileSystem.calls <= number) {
          ended = true;
          valueOf(promoted);
          return;
        }
        expect(errorOf(promoted), `call ${number}`).to.deep.equal({ kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 });
        const [staged, final] = [await bytesAt(store, from), await bytesAt(store, to)];
        if (final !== undefined) expect(final.equals(bytes), `call ${number}`).to.equal(true);
        expect((final ?? staged)?.equals(bytes), `call ${number}`).to.equal(true);
        expect(await countOpenHandles()).to.equal(0);

        // A new process sees what the disk holds, and the same call succeeds.
        const reopened = await createFsBlobStore({ root, ...settings });
        valueOf(await reopened.promote(from, to, expected));
        expect((await bytesAt(reopened, to))?.equals(bytes), `call ${number}`).to.equal(true);
        expect(await bytesAt(reopened, from), `call ${number}`).to.equal(undefined);
        expect(await readdir(join(root, '.temporary'))).to.deep.equal([]);
      });
    }
  });

  it('does not answer for a blob whose directory could not be synchronized, however often it is asked', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      await stage(store);
      fileSystem.restart(root);
      fileSystem.fail(`sync ${folder}`, 'EIO');
      expect(errorOf(await store.promote(from, to, expected))).to.have.property('kind', 'unavailable');
      fileSystem.restart(root);
      expect(errorOf(await store.promote(from, to, expected))).to.have.property('kind', 'unavailable');
      expect(errorOf(await store.promote(from, to, expected))).to.have.property('kind', 'unavailable');
    }));

  it('promotes the file that has replaced the one it was about to pin, which the kernel tells as no file at all', () =>
    withInterruptedLink('.temporary', async (store, interruptBy) => {
      await stage(store, wrong);
      interruptBy(async () => {
        await stage(store);
        throw Object.assign(new Error('replaced'), { code: 'ENOENT' });
      });
      valueOf(await store.promote(from, to, expected));
    }));

  it('promotes from where the file was moved to by hand', async () => {
    const scene = await makeScratchStore();
    try {
      await stage(scene.store);
      const other = stagingKey(namespace, trusted<UploadSessionId>('00000000-0000-4000-8000-000000000001'), oidOf(wrong));
      await rename(join(scene.root, from), join(scene.root, other));
      expect(errorOf(await scene.store.promote(from, to, expected))).to.deep.equal({ kind: 'blob_missing' });
      valueOf(await scene.store.promote(other, to, expected));
      expect((await readFile(join(scene.root, to))).equals(bytes)).to.equal(true);
    } finally {
      await scene.close();
    }
  });
});
