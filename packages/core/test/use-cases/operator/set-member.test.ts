import { expect } from 'chai';
import type { Role } from '../../../src/model/permissions/role.js';
import type { PlanId } from '../../../src/model/quotas/plan.js';
import { createOrganization } from '../../builders/organization-setting.js';
import { createWorld, errorOf, slug, valueOf } from '../../builders/world.js';

const setting = async (plan: PlanId = 'business') => {
  const world = createWorld(plan);
  const owner = await world.signIn('owner@svc.test');
  const organization = await createOrganization(world, owner, 'Acme');
  const set = (email: string, role: Role) => world.application.operator.setMember({ email, organization: slug('acme'), role });
  const owners = async () => {
    const roleOf = async (email: string) => {
      const user = valueOf(await world.unitOfWork.read((queries) => queries.users.findByVerifiedEmail(email)));
      if (user === undefined) return undefined;
      const membership = await world.unitOfWork.read((queries) => queries.organizations.findMembership(organization.id, user.id));
      return valueOf(membership)?.role;
    };
    const found = await Promise.all(['owner@svc.test', 'ada@svc.test'].map(roleOf));
    return found.filter((role) => role === 'OWNER').length;
  };
  return { world, owner, organization, set, owners };
};

describe('setMember', () => {
  it('makes a user a member and changes the role of one who is', async () => {
    const { world, organization, set } = await setting();
    const ada = await world.signIn('ada@svc.test');
    for (const role of ['VIEWER', 'OWNER', 'BILLING'] as const) {
      expect(valueOf(await set('Ada@SVC.test', role))).to.deep.equal({
        organizationId: organization.id,
        userId: ada.userId,
        role,
        joinedAt: world.clock.now(),
      });
      const access = await world.unitOfWork.read((queries) => queries.access.ofOrganization(ada.userId, organization.id));
      expect(valueOf(access)?.role).to.equal(role);
    }
  });

  it("is audited as the operator's doing, and only when something changes", async () => {
    const { world, organization, set } = await setting();
    const ada = await world.signIn('ada@svc.test');
    valueOf(await set('ada@svc.test', 'VIEWER'));
    valueOf(await set('ada@svc.test', 'VIEWER'));
    expect(world.unitOfWork.journal.auditEvents().slice(1)).to.deep.equal([
      {
        organizationId: organization.id,
        action: 'organization.member.set',
        actorId: undefined,
        actorTokenId: undefined,
        target: ada.userId,
        details: { name: ada.userName, email: 'ada@svc.test', role: { new: 'VIEWER' } },
        address: undefined,
        userAgent: undefined,
        at: world.clock.now(),
      },
    ]);
  });

  it('does not unmake the last OWNER', async () => {
    const { set } = await setting();
    expect(errorOf(await set('owner@svc.test', 'ADMIN'))).to.deep.equal({ kind: 'conflict', reason: 'last_owner' });
  });

  it('does not unmake the last OWNER who can act, though a suspended one would stay', async () => {
    const { world, set } = await setting();
    await world.addMember('ada@svc.test', 'acme', 'OWNER');
    valueOf(await world.application.operator.suspendUser({ email: 'ada@svc.test' }));
    expect(errorOf(await set('owner@svc.test', 'ADMIN'))).to.deep.equal({ kind: 'conflict', reason: 'last_owner' });
    valueOf(await set('ada@svc.test', 'ADMIN'));
  });

  it('leaves one OWNER when two are unmade at the same time', async () => {
    for (let round = 0; round < 50; round++) {
      const { world, set, owners } = await setting();
      await world.addMember('ada@svc.test', 'acme', 'OWNER');
      expect(await owners()).to.equal(2);
      const answers = await Promise.all([set('owner@svc.test', 'VIEWER'), set('ada@svc.test', 'VIEWER')]);
      expect(answers.filter((answer) => answer.isOk())).to.have.length(1);
      expect(await owners()).to.equal(1);
    }
  });

  it('gives out exactly the places of the plan to 200 commands at the same time', async () => {
    const { world, set } = await setting('developer');
    const emails = Array.from({ length: 200 }, (_, at) => `u${at}@svc.test`);
    for (const email of emails) valueOf(await world.application.operator.addUser({ email }));
    const answers = await Promise.all(emails.map((email) => set(email, 'VIEWER')));
    expect(answers.filter((answer) => answer.isOk())).to.have.length(9);
    for (const answer of answers.filter((each) => each.isErr())) {
      expect(errorOf(answer)).to.deep.equal({ kind: 'quota_exceeded', reason: 'max_members', limit: 10, current: 10 });
    }
  });

  it('does not know a user or an organization that is not there', async () => {
    const { world, set } = await setting();
    expect(errorOf(await set('nobody@svc.test', 'VIEWER'))).to.deep.equal({ kind: 'not_found' });
    const elsewhere = { email: 'owner@svc.test', organization: slug('elsewhere'), role: 'VIEWER' } as const;
    expect(errorOf(await world.application.operator.setMember(elsewhere))).to.deep.equal({ kind: 'not_found' });
  });
});
