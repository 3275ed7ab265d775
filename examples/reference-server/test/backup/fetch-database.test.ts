import { createFaultyBlobStore, createMemoryBlobStore } from '@svc/core/memory';
import { expect } from 'chai';
import { tmpdir } from 'node:os';
import { newBackupId } from '../../src/backup/backup-manifest.js';
import { fetchDatabase } from '../../src/backup/fetch-database.js';

describe('the database of a back-up', () => {
  it('is told to be missing where it is, and not where its place does not answer', async () => {
    const id = newBackupId(new Date('2026-11-25T10:00:00.998Z'), 'c0ffee');
    const blobs = createFaultyBlobStore(
      createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys: [{ id: 'k1', secret: new Uint8Array(32) }] }),
    );
    const problemOf = async (): Promise<unknown> => {
      const database = { sizeBytes: 0, sha256: '0'.repeat(64) };
      const [outcome] = await Promise.allSettled([fetchDatabase({ blobs, work: tmpdir() }, { id, database })]);
      return outcome.status === 'rejected' && outcome.reason instanceof Error ? outcome.reason.message : 'nothing';
    };
    expect(await problemOf()).to.equal(`the database of the back-up ${id} is missing`);
    blobs.failNext({ call: 'read', when: 'before' });
    expect(await problemOf()).to.match(/^the place of the back-ups does not answer/);
  });
});
