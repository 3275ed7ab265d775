import { expect } from 'chai';
import { latestFault } from '../app/api/latest-fault.js';

describe('latestFault', () => {
  const refused = new Error('An organization needs at least one OWNER.');

  it('tells why the last of some changes was refused, and nothing of those before it', () => {
    const change = { error: refused, submittedAt: 1000 };
    expect(latestFault(change, { error: null, submittedAt: 0 })).to.equal(refused);
    expect(latestFault(change, { error: null, submittedAt: 2000 })).to.equal(null);
    expect(latestFault({ error: null, submittedAt: 0 }, { error: null, submittedAt: 0 })).to.equal(null);
  });
});
