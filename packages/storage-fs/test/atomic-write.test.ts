import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { outage, unavailable } from '@svc/core/model';
import { expect } from 'chai';
import { bodyOf, bytesAt, errorOf, key, valueOf } from './rigs/blobs.js';
import { withRecordedStore } from './rigs/scratch-store.js';

const at = key('ns/a/blob');
const [old, young] = [Buffer.alloc(10, 'o'), Buffer.alloc(2_500_000, 'y')];

describe('writeAtomically', () => {
  it('has bytes, directories and name on the disk, in this order, before it answers', () =>
    withRecordedStore(async ({ store, fileSystem }) => {
      valueOf(await store.write(at, bodyOf(young.subarray(0, 1_500_000), young.subarray(1_500_000)), young.byteLength));
      expect(fileSystem.steps).to.deep.equal([
        'write .temporary/*',
        'write .temporary/*',
        'sync .temporary/*',
        'mkdir ns',
        'sync .',
        'mkdir ns/a',
        'sync ns',
        'rename .temporary/* ns/a/blob',
        'sync ns/a',
      ]);
    }));

  it('synchronizes the directories above once, and the one that changes each time', () =>
    withRecordedStore(async ({ store, fileSystem, root }) => {
      valueOf(await store.write(at, bodyOf(old), old.byteLength));
      fileSystem.restart(root);
      valueOf(await store.write(key('ns/a/other'), bodyOf(old), old.byteLength));
      expect(fileSystem.steps).to.deep.equal([
        'write .temporary/*',
        'sync .temporary/*',
        'rename .temporary/* ns/a/other',
        'sync ns/a',
      ]);
    }));

  it('synchronizes the directories above again when somebody else has made them anew', () =>
    withRecordedStore(async ({ store, fileSystem, root }) => {
      valueOf(await store.write(at, bodyOf(old), old.byteLength));
      valueOf(await store.deletePrefix(key('ns')));
      fileSystem.restart(root);
      valueOf(await store.write(at, bodyOf(old), old.byteLength));
      expect(fileSystem.steps).to.include.members(['mkdir ns', 'sync .', 'mkdir ns/a', 'sync ns', 'sync ns/a']);
    }));

  it('makes directories and files that are their owner’s alone', () =>
    withRecordedStore(async ({ store, root }) => {
      valueOf(await store.write(at, bodyOf(old), old.byteLength));
      for (const directory of ['', '.temporary', 'ns', 'ns/a']) {
        expect((await stat(join(root, directory))).mode & 0o777, directory).to.equal(0o700);
      }
      expect((await stat(join(root, at))).mode & 0o777).to.equal(0o600);
    }));

  for (const code of ['EIO', 'ENOSPC', 'EDQUOT', 'EMFILE', 'EROFS']) {
    it(`answers unavailable and shows no blob when any call fails with ${code}`, async () => {
      let ended = false;
      for (let number = 0; !ended; number += 1) {
        await withRecordedStore(async ({ store, root, fileSystem, countOpenHandles }) => {
          fileSystem.fail(number, code);
          const written = await store.write(at, bodyOf(young), young.byteLength);
          if (fileSystem.calls <= number) {
            ended = true;
            valueOf(written);
            return;
          }
          const calls = fileSystem.calls;
          const isFull = code === 'ENOSPC' || code === 'EDQUOT';
          expect(errorOf(written), `call ${number}`).to.deep.equal(
            isFull ? outage('storage', 'storage_full') : unavailable('storage'),
          );
          expect(await bytesAt(store, at), `call ${number} of ${calls}`).to.equal(undefined);
          expect(await readdir(join(root, '.temporary')), `call ${number}`).to.deep.equal([]);
          expect(await countOpenHandles()).to.equal(0);
        });
      }
    });
  }

  it('keeps the old blob whole when a call before the renaming fails', async () => {
    for (let number = 0; number < 6; number += 1) {
      await withRecordedStore(async ({ store, root, fileSystem }) => {
        valueOf(await store.write(at, bodyOf(old), old.byteLength));
        fileSystem.restart(root);
        fileSystem.fail(number, 'EIO');
        errorOf(await store.write(at, bodyOf(young), young.byteLength));
        expect(
          fileSystem.steps.some((step) => step.startsWith('rename')),
          `call ${number}`,
        ).to.equal(false);
        expect((await bytesAt(store, at))?.equals(old), `call ${number}`).to.equal(true);
      });
    }
  });

  it('throws what is neither a full nor a failing disk', () =>
    withRecordedStore(async ({ store, fileSystem }) => {
      fileSystem.fail(0, 'EINVAL');
      const thrown = await store.write(at, bodyOf(old), old.byteLength).then(
        () => undefined,
        (fault: unknown) => fault,
      );
      expect(thrown).to.have.property('code', 'EINVAL');
    }));

  it('takes writes into a directory again that had no room to be synchronized, as soon as there is some', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      for (const code of ['ENOSPC', 'EDQUOT']) {
        fileSystem.restart(root);
        fileSystem.fail('sync ns/a', code);
        expect(errorOf(await store.write(at, bodyOf(young), young.byteLength))).to.deep.equal(outage('storage', 'storage_full'));
        fileSystem.restart(root);
        valueOf(await store.check());
        valueOf(await store.write(at, bodyOf(young), young.byteLength));
        expect((await bytesAt(store, at))?.equals(young)).to.equal(true);
      }
    }));

  it('takes no more writes into a directory whose synchronization has failed, and others everywhere else', () =>
    withRecordedStore(async ({ store, root, fileSystem }) => {
      valueOf(await store.write(at, bodyOf(old), old.byteLength));
      fileSystem.restart(root);
      fileSystem.fail('sync ns/a', 'EIO');
      errorOf(await store.write(at, bodyOf(young), young.byteLength));
      fileSystem.restart(root);
      const damaged = outage('storage', 'storage_damaged');
      expect(errorOf(await store.write(at, bodyOf(young), young.byteLength))).to.deep.equal(damaged);
      expect(errorOf(await store.check())).to.deep.equal(damaged);
      expect(await bytesAt(store, at)).to.deep.equal(old);
      valueOf(await store.write(key('ns/b/blob'), bodyOf(young), young.byteLength));
    }));
});
