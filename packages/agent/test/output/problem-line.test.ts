import { expect } from 'chai';
import { problemLine } from '../../src/output/problem-line.js';

describe('a problem in one line', () => {
  it('is the first line of the message, without what a terminal obeys', () => {
    expect(problemLine(new Error('no \u001b[2Jroom\u009b\n    at stack'))).to.equal('no ?[2Jroom?');
  });

  it('says why fetch has failed', () => {
    expect(problemLine(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }))).to.equal(
      'fetch failed: connect ECONNREFUSED',
    );
  });

  it('is never empty and never long', () => {
    expect(problemLine(new Error(''))).to.not.equal('');
    expect(problemLine('x'.repeat(5000))).to.have.length(1000);
  });
});
