import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { secretSha256 } from '../../src/access/secret-sha256.js';

describe('secretSha256', () => {
  it('gives the published digest of abc', () => {
    expect(secretSha256('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('agrees with the platform on the UTF-8 bytes of any text', () => {
    for (const text of ['', 'svc_pat_0', 'größe', '🔑'.repeat(50)]) {
      expect(secretSha256(text)).to.equal(createHash('sha256').update(text, 'utf8').digest('hex'));
    }
  });
});
