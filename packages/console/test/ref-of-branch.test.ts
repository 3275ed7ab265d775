import { expect } from 'chai';
import { refOfBranch } from '../app/files/ref-of-branch.js';

describe('refOfBranch', () => {
  it('is the name, and the whole one where a tag has that name too', () => {
    expect(refOfBranch('main', ['v1', 'v2'])).to.equal('main');
    expect(refOfBranch('v2', ['v1', 'v2'])).to.equal('refs/heads/v2');
  });
});
