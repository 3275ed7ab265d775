import { expect } from 'chai';
import { nameOfBytes } from '../app/files/name-of-bytes.js';

describe('nameOfBytes', () => {
  it('shows each byte as a character', () => {
    expect(nameOfBytes('_2E-')).to.equal('ÿa>');
  });

  it('is the text itself where that is no Base64', () => {
    expect(nameOfBytes('!!!')).to.equal('!!!');
  });
});
