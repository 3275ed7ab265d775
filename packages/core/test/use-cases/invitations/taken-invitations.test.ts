import { expect } from 'chai';
import { createRepository, organizationGrant } from '../../builders/organization-setting.js';
import { peopleSetting } from '../../builders/people.js';
import { errorOf, valueOf } from '../../builders/world.js';

const notFound = { kind: 'not_found' };

const setting = async () => {
  const people = await peopleSetting();
  const { world, owner, organizationId } = people;
  const repository = await createRepository(world, owner, organizationId, { name: 'Models' });
  const levelOf = async (who: typeof owner) =>
    valueOf(await world.unitOfWork.read(({ access }) => access.ofRepository(who.userId, repository.id)))?.override;
  return { ...people, repository, levelOf };
};

describe('an invitation that somebody has accepted', () => {
  for (const kind of ['organization', 'repository'] as const) {
    it(`to ${kind === 'organization' ? 'an organization' : 'a repository'} is nobody else’s, by link or by address, also of those who are in already`, async () => {
      const people = await setting();
      const { world, owner, repository, addMember, invite, inviteTo, acceptLink, acceptId } = people;
      const sent = valueOf(
        kind === 'organization'
          ? await invite(owner, 'ada@example.org')
          : await inviteTo(owner, repository.id, 'ada@example.org'),
      );
      const grace = await world.signIn('grace@example.org');
      valueOf(await acceptLink(grace, sent));
      const ada = await world.signIn('ada@example.org');
      const member = await addMember('member@acme.test', 'VIEWER');
      for (const other of [ada, member, owner]) {
        expect(errorOf(await acceptLink(other, sent)), other.userName).to.deep.equal(notFound);
        expect(errorOf(await acceptId(other, sent)), other.userName).to.deep.equal(notFound);
      }
      expect([await people.roleOf(ada), await people.levelOf(ada)]).to.deep.equal([undefined, undefined]);
      expect([await people.roleOf(member), await people.levelOf(member)]).to.deep.equal(['VIEWER', undefined]);
      expect(valueOf(await acceptLink(grace, sent)).invitation.accepted?.by, 'a repeat').to.equal(grace.userId);
      expect(errorOf(await acceptId(grace, sent)), 'whose address it does not name').to.deep.equal(notFound);
    });
  }

  it('can be neither renewed nor revoked, and is as good as before to who has accepted it', async () => {
    const { world, owner, organizationId, invitations, invite, acceptLink, roleOf } = await setting();
    const sent = valueOf(await invite(owner, 'ada@example.org'));
    const grace = await world.signIn('grace@example.org');
    valueOf(await acceptLink(grace, sent));
    const inviting = await organizationGrant(world, owner, organizationId, 'members.invite');
    const id = sent.invitation.id;
    expect(errorOf(await invitations.renew(inviting, id))).to.deep.equal(notFound);
    expect((await invitations.revokeOfOrganization(inviting, id)).isErr()).to.equal(true);
    valueOf(await acceptLink(grace, sent));
    expect(await roleOf(grace)).to.equal('DEVELOPER');
  });

  it('to a repository does not let somebody back in whose level was taken since', async () => {
    const { world, owner, repository, inviteTo, acceptLink, acceptId, levelOf } = await setting();
    const sent = valueOf(await inviteTo(owner, repository.id, 'ada@example.org'));
    const ada = await world.signIn('ada@example.org');
    valueOf(await acceptLink(ada, sent));
    const manage = await world.grant(owner, repository.id, 'repository.members.manage');
    valueOf(await world.application.repositories.removeMember(manage, ada.userId));
    for (const accept of [acceptLink, acceptId]) expect(errorOf(await accept(ada, sent))).to.deep.equal(notFound);
    expect(await levelOf(ada)).to.equal(undefined);
  });
});
