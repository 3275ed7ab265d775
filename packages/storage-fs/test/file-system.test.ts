import { expect } from 'chai';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newFile, newFileMode, openerOf } from '../src/file-system.js';

/** As Yarn's Plug'n'Play opens. */
const openWithoutSync: typeof open = async (...where) => {
  const refuse = (): never => {
    throw new Error('Method not implemented.');
  };
  return Object.assign(await open(...where), { sync: refuse, datasync: refuse });
};

describe('openerOf', () => {
  it("has files on the disk where Yarn's Plug'n'Play opens them", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-file-system-'));
    try {
      const path = join(folder, 'blob');
      const file = await openerOf(openWithoutSync, true)(path, newFile, newFileMode);
      await file.writev([Buffer.from('ab')], 0);
      await file.datasync();
      await file.sync();
      await file.close();
      expect(await readFile(path, 'utf8')).to.equal('ab');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
