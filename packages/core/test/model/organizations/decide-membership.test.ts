import { expect } from 'chai';
import { decideMembership, type MembershipFacts } from '../../../src/model/organizations/decide-membership.js';
import { roles } from '../../../src/model/permissions/role.js';
import { errorOf } from '../../builders/world.js';

const facts = (changes: Partial<MembershipFacts>): MembershipFacts => ({
  current: undefined,
  wanted: 'DEVELOPER',
  hasOtherOwner: false,
  members: 1,
  maxMembers: 3,
  ...changes,
});

describe('decideMembership', () => {
  it('never unmakes the last OWNER, whatever is wanted instead', () => {
    for (const wanted of roles.filter((role) => role !== 'OWNER')) {
      expect(errorOf(decideMembership(facts({ current: 'OWNER', wanted }))), wanted).to.deep.equal({
        kind: 'conflict',
        reason: 'last_owner',
      });
      expect(decideMembership(facts({ current: 'OWNER', wanted, hasOtherOwner: true })).isOk(), wanted).to.equal(true);
    }
    expect(decideMembership(facts({ current: 'OWNER', wanted: 'OWNER' })).isOk()).to.equal(true);
  });

  it('gives a newcomer the last free place and refuses the one after', () => {
    expect(decideMembership(facts({ members: 2 })).isOk()).to.equal(true);
    expect(errorOf(decideMembership(facts({ members: 3 })))).to.deep.equal({
      kind: 'quota_exceeded',
      reason: 'max_members',
      limit: 3,
      current: 3,
    });
  });

  it('changes the role of a member also in a full organization', () => {
    expect(decideMembership(facts({ current: 'VIEWER', members: 4 })).isOk()).to.equal(true);
  });

  it('knows no limit where the plan has none', () => {
    expect(decideMembership(facts({ members: 1_000_000, maxMembers: undefined })).isOk()).to.equal(true);
  });
});
