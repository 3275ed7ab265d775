import { foreignError } from '@svc/test-services/foreign-error';
import { expect } from 'chai';
import { codeOf, messageOf } from '../src/error-code.js';

describe('the code of an error', () => {
  it('is what Node or the driver calls it, also where the error comes from another realm', () => {
    expect(codeOf(Object.assign(new Error('not there'), { code: 'ENOENT' }))).to.equal('ENOENT');
    expect(codeOf(foreignError('not there', { code: 'ENOENT' }))).to.equal('ENOENT');
  });

  it('goes with what it says', () => {
    expect(messageOf(foreignError('not there', {}))).to.equal('not there');
    expect(messageOf('not there')).to.equal('not there');
  });

  it('is none where the error has none, or is no error', () => {
    for (const fault of [new Error('ENOENT'), Object.assign(new Error('x'), { code: 1 }), 'ENOENT', undefined, null])
      expect(codeOf(fault)).to.equal(undefined);
  });
});
