import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { nodeFileSystem } from '../../src/file-system.js';
import { oidOf } from '../../src/verify/hash-file.js';
import { verifyFile } from '../../src/verify/verify-file.js';
import { problemIn } from '../rigs/problem-in.js';
import { sha256 } from '../rigs/transfers.js';

describe('a local file', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-verify-'));
  });
  after(() => rm(folder, { recursive: true }));

  const { signal } = new AbortController();

  for (const size of [0, 1, 1024 * 1024, 2_500_000]) {
    it(`of ${size} bytes is the object that it hashes to, and no other`, async () => {
      const path = join(folder, 'file');
      const bytes = Buffer.alloc(size, 'abc');
      await writeFile(path, bytes);
      const oid = oidOf(sha256(bytes));
      expect(await verifyFile(nodeFileSystem, path, oid, signal)).to.deep.equal({ oid, sizeBytes: size, isExpected: true });
      expect((await verifyFile(nodeFileSystem, path, oidOf('0'.repeat(64)), signal)).isExpected).to.equal(false);
    });
  }

  it('is not hashed any further when the signal ends it', async () => {
    expect(
      (await problemIn(verifyFile(nodeFileSystem, join(folder, 'file'), oidOf('0'.repeat(64)), AbortSignal.abort()))).kind,
    ).to.equal('aborted');
  });
});
