import { foreignError } from '@svc/test-services/foreign-error';
import { expect } from 'chai';
import { codeOf } from '../src/code-of.js';

describe('the code of a fault', () => {
  it('is that of the system, also where its error comes from another realm, as under Jest', () => {
    expect(codeOf(Object.assign(new Error('no space'), { code: 'ENOSPC' }))).to.equal('ENOSPC');
    expect(codeOf(foreignError('no space', { code: 'ENOSPC' }))).to.equal('ENOSPC');
  });

  it('is none of a bug, which is thrown on', () => {
    const bug = new Error('a bug');
    expect(() => codeOf(bug)).to.throw(bug.message);
  });
});
