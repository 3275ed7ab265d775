import { expect } from 'chai';
import { join } from 'node:path';
import { findSharedMode, findStorage } from '../../src/transfer/lfs-storage.js';
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

  it('is shared with whom git says, in all of its words', async () => {
    const modes: readonly (readonly [string, number | undefined])[] = [
      ['umask', undefined],
      ['0', undefined],
      ['1', 0o660],
      ['True', 0o660],
      ['everybody', 0o664],
      ['0640', 0o640],
      ['0007', undefined],
    ];
    for (const [shared, mode] of modes) {
      await scratch.git(['config', 'core.sharedRepository', shared]);
      expect(await findSharedMode(scratch.git), shared).to.equal(mode);
    }
  });
});
