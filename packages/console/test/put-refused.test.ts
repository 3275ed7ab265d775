import { expect } from 'chai';
import { PutRefused } from '../app/uploads/put-refused.js';

describe('a PUT that a storage does not take', () => {
  it('names the status, and what may have kept the page from an answer of another origin', () => {
    expect(new PutRefused(403, true).message).to.equal('The storage answered 403.');
    expect(new PutRefused(0, false).message).to.equal('The connection to the storage broke.');
    expect(new PutRefused(0, true).message).to.contain('(CORS)');
  });
});
