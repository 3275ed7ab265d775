import type { Invitation } from '../../model/invitations/invitation.js';
import type { Mail } from '../../ports/mailer.js';
import { clipped, composeMail } from '../../steps/notify/compose-mail.js';

/** Names are people's own, and a long one would hide what the mail is about. */
const maxShownName = 60;

const name = (text: string): string => clipped(text, maxShownName);

const invitationGrantOf = ({ invitationGrant, organization, repository }: Invitation): string =>
  invitationGrant.kind === 'organization'
    ? `the organization ${name(organization.name)} as ${invitationGrant.role}`
    : `the repository ${name(repository?.name ?? '')} of ${name(organization.name)} with the level ${invitationGrant.level}`;

/** What the invited person reads. The URL in it is the only way in that is not by their own verified address. */
export const invitationMail = (invitation: Invitation, url: string): Mail => {
  const { email, inviterName, organization, repository, expiresAt } = invitation;
  const day = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ');
  return composeMail(email, {
    subject: `${name(inviterName)} invites you to ${name((repository ?? organization).name)}`,
    paragraphs: [
      `${name(inviterName)} invites you to ${invitationGrantOf(invitation)}.`,
      `The link is good for one person until ${day} UTC. Do not pass it on: anyone who has it can use it.`,
      'If you did not expect this mail, you need not do anything.',
    ],
    link: { label: 'Accept the invitation', url },
  });
};
