import { expect } from 'chai';
import { namedHeaders } from '../src/named-headers.js';

describe('the headers of a call', () => {
  it('have one name each and the last value of it, and are not sent when they are undefined', () => {
    const given = { accept: 'text/html', Accept: 'text/csv', ACCEPT: undefined, 'X-Empty': '', range: undefined };
    expect(namedHeaders(given)).to.deep.equal({ accept: 'text/csv', 'x-empty': '' });
  });
});
