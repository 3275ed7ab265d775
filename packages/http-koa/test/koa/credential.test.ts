import { createCountedRandom, newTokenSecret } from '@svc/core/memory';
import { expect } from 'chai';
import { credentialOf } from '../../src/koa/credential.js';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('credentialOf', () => {
  it('reads a bearer token, in whatever case the scheme is written', () => {
    for (const header of ['Bearer abc', 'bearer abc', 'BEARER  abc', 'Bearer abc ']) {
      expect(credentialOf(header, false), header).to.equal('abc');
    }
  });

  it('reads a password where Git LFS speaks, and only there', () => {
    expect(credentialOf(basic('anybody:svc_pat_x'), true)).to.equal('svc_pat_x');
    expect(credentialOf(basic(':svc_pat_x'), true)).to.equal('svc_pat_x');
    expect(credentialOf(basic('a:b:c'), true)).to.equal('b:c');
    expect(credentialOf(basic('anybody:svc_pat_x'), false)).to.equal(undefined);
  });

  it('reads a user name that stands without a password, where Git LFS speaks', () => {
    expect(credentialOf(basic('svc_pat_x:'), true)).to.equal('svc_pat_x');
    expect(credentialOf(basic('svc_pat_x:'), false)).to.equal(undefined);
    expect(credentialOf(basic(':'), true)).to.equal(undefined);
  });

  it('reads a token in the user name, whatever is the password, unless that is one itself', () => {
    const random = createCountedRandom();
    const [token, other] = [newTokenSecret('PAT', random), newTokenSecret('CI', random)];
    const mistyped = `${other.slice(0, -1)}${other.endsWith('0') ? '1' : '0'}`;
    for (const password of ['', 'x-oauth-basic', 'a:b', mistyped, 'eyJhbGciOi.eyJzdWIi.c2ln']) {
      expect(credentialOf(basic(`${token}:${password}`), true), password).to.equal(token);
      expect(credentialOf(basic(`${token}:${password}`), false), password).to.equal(undefined);
    }
    expect(credentialOf(basic(`${token}:${other}`), true)).to.equal(other);
    expect(credentialOf(basic(`${mistyped}:chosen`), true), 'a mistyped name is anybody').to.equal('chosen');
  });

  it('finds none in anything else', () => {
    const others = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer a b',
      'Token abc',
      'abc',
      'Basic',
      'Basic !!!',
      basic('no colon'),
      'Basic YTpi YTpi',
    ];
    for (const header of others) expect(credentialOf(header, true), header).to.equal(undefined);
  });
});
