import { expect } from 'chai';
import { maxEmailLength, parseEmail } from '../../../src/model/users/email.js';

describe('parseEmail', () => {
  it('gives one spelling to every way of writing an address', () => {
    for (const text of ['ada@svc.test', 'ADA@svc.Test', '  ada@svc.test\n']) expect(parseEmail(text)).to.equal('ada@svc.test');
    expect(parseEmail('a+b.c@müller.test')).to.equal('a+b.c@müller.test');
  });

  it('knows no address in other text', () => {
    for (const text of ['', '@', 'ada', 'ada@', '@svc.test', 'a@b@c', 'a b@c', 'a@b c', 'a\u0000@b', 'a@b\u007f']) {
      expect(parseEmail(text), JSON.stringify(text)).to.equal(undefined);
    }
  });

  it('knows none that changes the direction of writing, and so looks like another one', () => {
    for (const text of ['ada\u202e@svc.test', '\u2066ada@svc.test', 'ada@svc\u200f.test']) {
      expect(parseEmail(text), JSON.stringify(text)).to.equal(undefined);
    }
  });

  it('knows none with signs that nobody sees, and so looks like another one', () => {
    for (const text of [
      'ad\u200ba@svc.test',
      'ad\u00ada@svc.test',
      'ada@s\u2060vc.test',
      'ad\ufe0fa@svc.test',
      'a\u{e0061}da@svc.test',
    ]) {
      expect(parseEmail(text), JSON.stringify(text)).to.equal(undefined);
    }
  });

  it('makes no two addresses one by a character whose lower case is an ASCII letter', () => {
    for (let code = 0x80; code <= 0xffff; code++) {
      const character = String.fromCharCode(code);
      expect(parseEmail(`${character}@svc.test`) ?? '', code.toString(16)).not.to.match(/^[a-z]@/);
    }
  });

  it('takes the longest address that mail knows and not one character more', () => {
    const domain = '@svc.test';
    const longest = 'a'.repeat(maxEmailLength - domain.length) + domain;
    expect(parseEmail(longest)).to.equal(longest);
    expect(parseEmail(`a${longest}`)).to.equal(undefined);
  });
});
