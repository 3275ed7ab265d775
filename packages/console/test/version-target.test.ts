import { expect } from 'chai';
import { versionTarget } from '../app/file/version-target.js';

describe('versionTarget', () => {
  const file = { mode: '100644', id: 'e'.repeat(40), size: 1, is_lfs: false, is_stored: true };

  it('is the file, the folder that was there instead, and the commit that has removed it', () => {
    expect(versionTarget({ file })).to.equal('file');
    expect(versionTarget({ file: { ...file, mode: '040000' } })).to.equal('folder');
    expect(versionTarget({})).to.equal('commit');
  });
});
