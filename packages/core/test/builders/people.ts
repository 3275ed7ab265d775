import { grantSignedIn } from '../../src/access/grant.js';
import type { InvitedLevel } from '../../src/model/invitations/invitation.js';
import type { Caller } from '../../src/model/permissions/caller.js';
import type { Role } from '../../src/model/permissions/role.js';
import type { PlanId } from '../../src/model/quotas/plan.js';
import type { OrganizationId, RepositoryId } from '../../src/model/values/index.js';
import type { Mail } from '../../src/ports/mailer.js';
import type { SentInvitation } from '../../src/use-cases/invitations/issue-invitation.js';
import { createOrganization, organizationGrant } from './organization-setting.js';
import { createWorld, valueOf } from './world.js';

/** The secret in an invitation's URL. */
export const secretIn = (text: string | undefined): string => {
  const [, secret] = /#token=(svc_inv_\w+)/.exec(text ?? '') ?? [];
  if (secret === undefined) throw new Error('there is no link');
  return secret;
};

export const linkOf = (mail: Mail | undefined): string => secretIn(mail?.text);

/** An organization with an owner, and what people do there. */
export const peopleSetting = async ({ plan = 'business', sendsMail = false }: { plan?: PlanId; sendsMail?: boolean } = {}) => {
  const world = createWorld(plan, { sendsMail });
  const owner = await world.signIn('owner@acme.test');
  const { id: organizationId, slug } = await createOrganization(world, owner, 'Acme');
  const { invitations, members } = world.application;
  return {
    world,
    owner,
    organizationId,
    invitations,
    members,
    addMember: (email: string, role: Role) => world.addMember(email, slug, role),
    invite: async (by: Caller, email: string, role: Role = 'DEVELOPER') =>
      invitations.inviteToOrganization(await organizationGrant(world, by, organizationId, 'members.invite'), { email, role }),
    inviteTo: async (by: Caller, repositoryId: RepositoryId, email: string, level: InvitedLevel = 'WRITE') =>
      invitations.inviteToRepository(await world.grant(by, repositoryId, 'repository.members.manage'), { email, level }),
    acceptLink: (who: Caller, sent: SentInvitation) => invitations.acceptByLink(grantSignedIn(who), secretIn(sent.url)),
    acceptId: (who: Caller, { invitation }: SentInvitation) => invitations.acceptById(grantSignedIn(who), invitation.id),
    roleOf: async (who: Caller, organization: OrganizationId = organizationId): Promise<Role | undefined> =>
      valueOf(await world.unitOfWork.read(({ organizations }) => organizations.findMembership(organization, who.userId)))?.role,
    membersNow: async (): Promise<number> =>
      valueOf(await world.unitOfWork.read(({ organizations }) => organizations.listMembers(organizationId, { limit: 100 }))).items
        .length,
  };
};

export const withMailer = async () => {
  const people = await peopleSetting({ sendsMail: true });
  return { mailer: people.world.mailer, ...people };
};
