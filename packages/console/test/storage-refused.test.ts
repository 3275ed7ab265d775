import { expect } from 'chai';
import { StorageRefused } from '../app/api/storage-refused.js';

describe('a signed URL that a storage does not serve', () => {
  it('names the status, and what may have kept the page from an answer of another origin', () => {
    expect(new StorageRefused(403, true).message).to.equal('The storage answered 403.');
    expect(new StorageRefused(0, false).message).to.equal('The connection to the storage broke.');
    expect(new StorageRefused(0, true).message).to.contain('(CORS)');
  });
});
