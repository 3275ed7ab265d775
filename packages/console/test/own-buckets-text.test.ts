import { expect } from 'chai';
import { ownBucketsText } from '../app/usage/own-buckets-text.js';

describe('ownBucketsText', () => {
  const plan = (connections: number | undefined, needsAddOn: boolean) => ({
    features: { audit_log: false, sso: false, byos_needs_add_on: needsAddOn },
    limits: {
      object_bytes: 1,
      storage_bytes: 1,
      concurrent_uploads: 1,
      ...(connections !== undefined && { storage_connections: connections }),
    },
  });

  it('tells plans apart that have them, that have them for more money, and that have none', () => {
    expect(ownBucketsText(plan(0, false), false)).to.equal('Not part of the plan');
    expect(ownBucketsText(plan(5, false), false)).to.equal('Part of the plan');
    expect(ownBucketsText(plan(undefined, false), false)).to.equal('Part of the plan');
    expect(ownBucketsText(plan(1, true), false)).to.equal('Needs an add-on');
    expect(ownBucketsText(plan(1, true), true)).to.equal('Add-on is booked');
  });
});
