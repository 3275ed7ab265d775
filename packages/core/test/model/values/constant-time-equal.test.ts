import { expect } from 'chai';
import { constantTimeEqual } from '../../../src/model/values/constant-time-equal.js';

describe('constantTimeEqual', () => {
  it('is true for equal texts alone', () => {
    expect(constantTimeEqual('', '')).to.equal(true);
    expect(constantTimeEqual('0123abcd', '0123abcd')).to.equal(true);
    for (const other of ['', '0123abc', '0123abcde', '1123abcd', '0123abce', '0123Abcd', '0123abc\u0164']) {
      expect(constantTimeEqual('0123abcd', other), other).to.equal(false);
    }
  });
});
