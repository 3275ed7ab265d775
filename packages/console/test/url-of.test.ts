import { expect } from 'chai';
import { urlOf } from '../app/file/url-of.js';

describe('urlOf', () => {
  const oid = 'a'.repeat(64);
  const download = { url: 'https://bucket.example/object', expires_in: 900 };

  it('is the URL of the bytes that are asked for, and of no others', () => {
    expect(urlOf({ oid, download }, oid)).to.equal(download.url);
    expect(() => urlOf({ oid: 'b'.repeat(64), download }, oid)).to.throw('changed meanwhile');
    expect(() => urlOf({ oid }, oid)).to.throw('does not have the bytes');
  });
});
