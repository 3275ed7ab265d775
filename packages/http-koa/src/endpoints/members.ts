import { organization, organizationBySession } from '../endpoint/access.js';
import { json, noFields } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import { changeRoleBody, memberReply, membersReply, memberView } from '../schemas/member.js';
import { pageQuery } from '../schemas/parameters.js';

/** Spec 4.3. */
export const memberEndpoints = [
  endpoint({
    name: 'members.list',
    summary: 'Everybody in the organization, by user id',
    route: 'GET /organizations/{orgID}/members',
    access: organization('members.read'),
    query: pageQuery,
    output: { 200: membersReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.members
        .list(grant, query)
        .map(({ items, nextCursor }) => reply(200, { members: items.map(memberView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'members.changeRole',
    summary: 'Give a member another role; only an OWNER makes or unmakes an OWNER',
    route: 'PATCH /organizations/{orgID}/members/{userID}',
    access: organization('members.remove'),
    body: json(changeRoleBody),
    output: { 200: memberReply },
    errors: ['not_found', 'forbidden', 'conflict:last_owner', 'quota_exceeded:max_owned_organizations', 'unavailable'],
    handle: ({ application, grant, params, body }) =>
      application.members
        .changeRole(grant, { userId: params.userID, role: body.role })
        .map((member) => reply(200, { member: memberView(member) })),
  }),
  endpoint({
    name: 'members.remove',
    summary: 'Take a member out of the organization, with their tokens and their levels on its repositories',
    route: 'DELETE /organizations/{orgID}/members/{userID}',
    access: organization('members.remove'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'conflict:last_owner', 'unavailable'],
    handle: ({ application, grant, params }) => application.members.remove(grant, params.userID).map(() => replyEmpty(204)),
  }),
  endpoint({
    name: 'members.leave',
    summary: 'Leave the organization; by a session alone, and not as its last OWNER',
    route: 'POST /organizations/{orgID}/leave',
    access: organizationBySession('organization.read'),
    body: noFields(),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'conflict:last_owner', 'unavailable'],
    handle: ({ application, grant }) => application.members.leave(grant).map(() => replyEmpty(204)),
  }),
];
