import { foreignError } from '@svc/test-services/foreign-error';
import { expect } from 'chai';
import { isClientAbort } from '../../src/koa/client-abort.js';

describe('the end of a stream whose client went away', () => {
  const ends = [
    ['aborted', {}],
    ['read ECONNRESET', { code: 'ECONNRESET' }],
    ['Parse Error', { code: 'HPE_INVALID_EOF_STATE' }],
  ] as const;
  for (const [message, facts] of ends) {
    it(`is known by ${JSON.stringify(facts)} and "${message}", also where Node's errors come from another realm, as under Jest`, () => {
      expect(isClientAbort(Object.assign(new Error(message), facts))).to.equal(true);
      expect(isClientAbort(foreignError(message, facts))).to.equal(true);
    });
  }

  it('is no other fault', () => {
    for (const fault of [new Error('a bug'), foreignError('no space', { code: 'ENOSPC' }), 'aborted', undefined])
      expect(isClientAbort(fault)).to.equal(false);
  });
});
