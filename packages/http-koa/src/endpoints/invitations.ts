import { organization, repository, session } from '../endpoint/access.js';
import { json, noFields } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import {
  acceptInvitationBody,
  invitationReply,
  invitationsReply,
  invitationView,
  inviteToOrganizationBody,
  inviteToRepositoryBody,
  renewedInvitationReply,
  renewedInvitationView,
  sentInvitationReply,
  sentInvitationView,
} from '../schemas/invitation.js';
import { pageQuery } from '../schemas/parameters.js';

/** Spec 2.9, 4.2, 4.3, 4.9. */
export const invitationEndpoints = [
  endpoint({
    name: 'invitations.list',
    summary: 'The invitations to the organization that nobody has accepted, newest first',
    route: 'GET /organizations/{orgID}/invitations',
    access: organization('members.read'),
    query: pageQuery,
    output: { 200: invitationsReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.invitations
        .listOfOrganization(grant, query)
        .map(({ items, nextCursor }) => reply(200, { invitations: items.map(invitationView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'invitations.create',
    summary: 'Invite somebody to the organization by their e-mail address',
    route: 'POST /organizations/{orgID}/invitations',
    access: organization('members.invite'),
    body: json(inviteToOrganizationBody),
    output: { 201: sentInvitationReply },
    errors: [
      'bad_request',
      'not_found',
      'forbidden',
      'conflict:already_member',
      'conflict:already_invited',
      'quota_exceeded:max_members',
      'rate_limited:invitation_mails',
      'unavailable',
    ],
    handle: ({ application, grant, body }) =>
      application.invitations.inviteToOrganization(grant, body).map((sent) => reply(201, sentInvitationView(sent))),
  }),
  endpoint({
    name: 'invitations.renew',
    summary: 'Make the link of an invitation anew; the one before stops working',
    route: 'POST /organizations/{orgID}/invitations/{invID}/link',
    access: organization('members.invite'),
    body: noFields(),
    output: { 200: renewedInvitationReply },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.invitations.renew(grant, params.invID).map((renewed) => reply(200, renewedInvitationView(renewed))),
  }),
  endpoint({
    name: 'invitations.revoke',
    summary: 'Take an invitation to the organization back',
    route: 'DELETE /organizations/{orgID}/invitations/{invID}',
    access: organization('members.invite'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.invitations.revokeOfOrganization(grant, params.invID).map(() => replyEmpty(204)),
  }),
  endpoint({
    name: 'repositoryInvitations.list',
    summary: 'The invitations to the repository that nobody has accepted, newest first',
    route: 'GET /repositories/{repoID}/invitations',
    access: repository('repository.members.manage'),
    query: pageQuery,
    output: { 200: invitationsReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.invitations
        .listOfRepository(grant, query)
        .map(({ items, nextCursor }) => reply(200, { invitations: items.map(invitationView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'repositoryInvitations.create',
    summary: 'Invite somebody to one repository by their e-mail address, also from outside of the organization',
    route: 'POST /repositories/{repoID}/invitations',
    access: repository('repository.members.manage'),
    body: json(inviteToRepositoryBody),
    output: { 201: sentInvitationReply },
    errors: [
      'bad_request',
      'not_found',
      'forbidden',
      'conflict:already_member',
      'conflict:already_invited',
      'rate_limited:invitation_mails',
      'unavailable',
    ],
    handle: ({ application, grant, body }) =>
      application.invitations.inviteToRepository(grant, body).map((sent) => reply(201, sentInvitationView(sent))),
  }),
  endpoint({
    name: 'repositoryInvitations.revoke',
    summary: 'Take an invitation to the repository back',
    route: 'DELETE /repositories/{repoID}/invitations/{invID}',
    access: repository('repository.members.manage'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.invitations.revokeOfRepository(grant, params.invID).map(() => replyEmpty(204)),
  }),
  endpoint({
    name: 'invitations.mine',
    summary: "The invitations that wait for the caller's verified e-mail address, newest first",
    route: 'GET /users/me/invitations',
    access: session(),
    query: pageQuery,
    output: { 200: invitationsReply },
    errors: ['forbidden', 'unavailable'],
    handle: ({ application, grant, query }) =>
      application.invitations
        .listMine(grant, query)
        .map(({ items, nextCursor }) => reply(200, { invitations: items.map(invitationView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'invitations.acceptByLink',
    summary: 'Accept the invitation whose link the caller holds',
    route: 'POST /invitations/accept',
    access: session(),
    body: json(acceptInvitationBody),
    output: { 200: invitationReply },
    errors: [
      'forbidden',
      'not_found',
      'conflict:already_member',
      'quota_exceeded:max_members',
      'quota_exceeded:max_owned_organizations',
      'unavailable',
    ],
    handle: ({ application, grant, body }) =>
      application.invitations
        .acceptByLink(grant, body.token)
        .map((accepted) => reply(200, { invitation: invitationView(accepted) })),
  }),
  endpoint({
    name: 'invitations.acceptById',
    summary: "Accept an invitation that names the caller's verified e-mail address",
    route: 'POST /invitations/{invID}/accept',
    access: session(),
    body: noFields(),
    output: { 200: invitationReply },
    errors: [
      'forbidden',
      'not_found',
      'conflict:already_member',
      'quota_exceeded:max_members',
      'quota_exceeded:max_owned_organizations',
      'unavailable',
    ],
    handle: ({ application, grant, params }) =>
      application.invitations
        .acceptById(grant, params.invID)
        .map((accepted) => reply(200, { invitation: invitationView(accepted) })),
  }),
];
