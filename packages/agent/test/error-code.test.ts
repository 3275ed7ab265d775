import { expect } from 'chai';
import { constants } from 'node:os';
import { getSystemErrorName } from 'node:util';
import { codeOf } from '../src/error-code.js';

describe('the name of a failure', () => {
  it('is that of the system, also where Node has only its number', () => {
    const { EDQUOT, ENOSPC, ESTALE } = constants.errno;
    for (const [name, errno] of Object.entries({ EDQUOT, ENOSPC, ESTALE, EUCLEAN: 117 }))
      expect(codeOf(Object.assign(new Error(name), { code: getSystemErrorName(-errno) }))).to.equal(name);
  });

  it('is not known of what is no failure of the system', () => {
    expect(codeOf(new Error('a bug'))).to.equal('unknown');
  });
});
