import { expect } from 'chai';
import { subjectOf } from '../../../src/model/git-index/shown-commit.js';

describe('the subject of a commit', () => {
  it('is the first paragraph of its message on one line', () => {
    expect(subjectOf({ message: '\n \nFirst  \nsecond\n\nThird' })).to.equal('First second');
    expect(subjectOf({ message: '' })).to.equal('');
  });

  it('has a thousand characters at most, and none in half', () => {
    const most = 'a'.repeat(1000);
    expect(subjectOf({ message: `${most}b` })).to.equal(most);
    expect(subjectOf({ message: `${most.slice(1)}😀` })).to.equal(most.slice(1));
  });
});
