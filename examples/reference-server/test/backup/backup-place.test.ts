import { createFaultyBlobStore, createMemoryBlobStore, type FaultyBlobStore } from '@svc/core/memory';
import { expect } from 'chai';
import { manifestKey, newBackupId, UnreadableManifest } from '../../src/backup/backup-manifest.js';
import { readManifest } from '../../src/backup/backup-place.js';

const id = newBackupId(new Date('2026-11-25T10:00:00.998Z'), 'c0ffee');

async function* bodyOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('the manifest of a back-up', () => {
  let blobs: FaultyBlobStore;
  beforeEach(() => {
    blobs = createFaultyBlobStore(
      createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys: [{ id: 'k1', secret: new Uint8Array(32) }] }),
    );
  });

  const faultOf = async (): Promise<unknown> => {
    const [outcome] = await Promise.allSettled([readManifest({ blobs }, id)]);
    return outcome.status === 'rejected' ? outcome.reason : undefined;
  };
  const failReads = (when: 'before' | 'partial'): void => {
    for (let time = 0; time < 3; time += 1) blobs.failNext({ call: 'read', when });
  };

  it('is told to be missing where it is, and not where its place does not answer', async () => {
    expect(await faultOf()).to.have.property('message', `there is no back-up ${id}, or it was not brought to its end`);
    failReads('before');
    blobs.failNext({ call: 'check', when: 'before' });
    expect(await faultOf())
      .to.have.property('message')
      .that.matches(/^the storage does not answer/);
  });

  it('that is damaged or cannot be read is told apart from a place that does not answer', async () => {
    (await blobs.write(manifestKey(id), bodyOf('torn'), 4))._unsafeUnwrap();
    expect(await faultOf())
      .to.be.instanceOf(UnreadableManifest)
      .with.property('message', `the manifest of the back-up ${id} is damaged`);
    failReads('partial');
    expect(await faultOf())
      .to.be.instanceOf(UnreadableManifest)
      .with.property('message', `the manifest of the back-up ${id} cannot be read`);
  });
});
