import { badRequest } from '@svc/core/model';
import { expect } from 'chai';
import { fileOf, folderOf } from '../../src/schemas/git-paths.js';

const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64url');

describe('the path of a query', () => {
  it('is a text or its bytes, and the outermost folder without either', () => {
    expect(folderOf({ path: 'a/ü' })._unsafeUnwrap()).to.equal('a/\xc3\xbc');
    expect(folderOf({ path_base64: base64('a/\xff') })._unsafeUnwrap()).to.equal('a/\xff');
    expect(folderOf({ path: '', path_base64: base64('a') })._unsafeUnwrap()).to.equal('a');
    for (const none of [{}, { path: '' }, { path_base64: '' }]) expect(folderOf(none)._unsafeUnwrap()).to.equal('');
  });

  it('is refused by the name of the parameter that says no path', () => {
    expect(folderOf({ path: 'a/' })._unsafeUnwrapErr()).to.deep.equal(badRequest('path', 'malformed'));
    expect(folderOf({ path_base64: base64('a\0') })._unsafeUnwrapErr()).to.deep.equal(badRequest('path_base64', 'malformed'));
  });

  it('is not said twice', () => {
    for (const path_base64 of ['', base64('a')])
      expect(folderOf({ path: 'a', path_base64 })._unsafeUnwrapErr()).to.deep.equal(badRequest('path_base64', 'contradictory'));
  });

  it('has to be said where a file is meant', () => {
    expect(fileOf({ path: 'a' })._unsafeUnwrap()).to.equal('a');
    expect(fileOf({})._unsafeUnwrapErr()).to.deep.equal(badRequest('path', 'missing'));
    expect(fileOf({ path: '/a' })._unsafeUnwrapErr()).to.deep.equal(badRequest('path', 'malformed'));
  });
});
