import { expect } from 'chai';
import { join } from 'node:path';
import { findStorage } from '../../src/transfer/lfs-storage.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

describe('the storage of git-lfs', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
  });
  afterEach(() => scratch.remove());

  it('is where git-lfs says it is, also where the setting is empty', async () => {
    for (const storage of ['', 'elsewhere', join(scratch.home, 'shared')]) {
      await scratch.git(['config', 'lfs.storage', storage]);
      const { stdout } = await scratch.git(['lfs', 'env']);
      expect(stdout, storage).to.contain(`LfsStorageDir=${await findStorage(scratch.git, scratch.clone)}\n`);
    }
  });
});
