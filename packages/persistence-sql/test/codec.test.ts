import { tokenScopes } from '@svc/core/model';
import { expect } from 'chai';
import { hashToBinary, oidFromBinary, scopesFromText, scopesToText } from '../src/codec.js';

describe('the codec of columns', () => {
  it('keeps a hash as its 32 bytes', () => {
    const oid = `00ff${'5a'.repeat(29)}01`;
    const bytes = hashToBinary(oid);
    expect([bytes.length, bytes[0], bytes[1], bytes[31]]).to.deep.equal([32, 0, 0xff, 1]);
    expect(oidFromBinary(bytes)).to.equal(oid);
  });

  it('reads a hash out of the middle of a larger buffer', () => {
    expect(oidFromBinary(new Uint8Array(40).fill(7).subarray(4, 36))).to.equal('07'.repeat(32));
  });

  it('keeps scopes in their order, and none', () => {
    const scopes = [...tokenScopes].reverse();
    expect(scopesFromText(scopesToText(scopes))).to.deep.equal(scopes);
    expect(scopesFromText(scopesToText([]))).to.deep.equal([]);
  });

  it('gives no reach to a scope that this version does not know', () => {
    expect(scopesFromText('repo:read repo:everything')).to.deep.equal(['repo:read']);
  });
});
