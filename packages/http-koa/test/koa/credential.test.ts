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
