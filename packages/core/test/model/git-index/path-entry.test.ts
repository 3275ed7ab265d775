import { expect } from 'chai';
import { isFileMode } from '../../../src/model/git-index/path-entry.js';

describe('isFileMode', () => {
  it('knows what git has written into trees', () => {
    for (const mode of ['040000', '100644', '100664', '100755', '120000', '160000']) {
      expect(isFileMode(Number.parseInt(mode, 8)), mode).to.equal(true);
    }
    for (const mode of ['0', '40001', '100600', '100777', '140000']) {
      expect(isFileMode(Number.parseInt(mode, 8)), mode).to.equal(false);
    }
  });
});
