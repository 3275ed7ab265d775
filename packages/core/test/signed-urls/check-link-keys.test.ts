import { expect } from 'chai';
import { checkLinkKeys } from '../../src/signed-urls/check-link-keys.js';

const secret = new Uint8Array(32).fill(1);
const k1 = { id: 'k1', secret };

describe('checkLinkKeys', () => {
  it('takes keys of 32 bytes and more, whose ids differ', () => {
    checkLinkKeys([k1, { id: 'k2', secret: new Uint8Array(64) }]);
  });

  it('needs a key', () => {
    expect(() => checkLinkKeys([])).to.throw('there is a link key');
  });

  it('takes no secret of less than 32 bytes, of whichever key, and names the key', () => {
    for (const bytes of [0, 31]) {
      const short = { id: 'k2', secret: new Uint8Array(bytes) };
      expect(() => checkLinkKeys([short])).to.throw('the secret of link key k2 has at least 32 bytes');
      expect(() => checkLinkKeys([k1, short])).to.throw('the secret of link key k2 has at least 32 bytes');
    }
  });

  it('takes no id that is empty, or that a verify link could not carry', () => {
    for (const id of ['', '.', 'k.1']) expect(() => checkLinkKeys([k1, { id, secret }])).to.throw('the id of a link key');
  });

  it('takes no id twice', () => {
    expect(() => checkLinkKeys([k1, { id: 'k1', secret: new Uint8Array(32) }])).to.throw('an id of its own');
  });
});
