import { expect } from 'chai';
import { pathOf } from '../src/path-of.js';

describe('pathOf', () => {
  it('keeps a value one segment, whatever is in it', () => {
    expect(pathOf('/a/{id}/b', { id: '/?#%2e&é' })).to.equal('/a/%2F%3F%23%252e%26%C3%A9/b');
  });

  it('makes none of a value with half a pair of surrogates in it, and takes whole pairs', () => {
    for (const value of ['\ud800', 'a\udc00b', '\udc00\ud800']) {
      expect(pathOf('/a/{id}', { id: value })).to.equal(undefined);
      expect(pathOf('/lfs/{path}', { path: `packs/${value}` })).to.equal(undefined);
    }
    expect(pathOf('/a/{id}', { id: '\ud83d\ude00' })).to.equal('/a/%F0%9F%98%80');
  });

  it('lets a path of the chunk tree be several segments', () => {
    expect(pathOf('/lfs/{path}', { path: 'packs/a b' })).to.equal('/lfs/packs/a%20b');
  });

  it('leaves out of a query what is undefined', () => {
    expect(pathOf('/a', {}, { limit: 5, cursor: undefined, unread: false })).to.equal('/a?limit=5&unread=false');
    expect(pathOf('/a', {}, { limit: undefined })).to.equal('/a');
  });
});
