import { repository } from '../endpoint/access.js';
import { json } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import { pageQuery } from '../schemas/parameters.js';
import {
  repositoryMemberReply,
  repositoryMembersReply,
  repositoryMemberView,
  setRepositoryMemberBody,
} from '../schemas/repository.js';

/** Spec 4.9: users with a level of their own on one repository. */
export const repositoryMemberEndpoints = [
  endpoint({
    name: 'repositoryMembers.list',
    summary: 'The users with a level of their own on the repository',
    route: 'GET /repositories/{repoID}/members',
    access: repository('repository.members.manage'),
    query: pageQuery,
    output: { 200: repositoryMembersReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.repositories
        .listMembers(grant, query)
        .map(({ items, nextCursor }) => reply(200, { members: items.map(repositoryMemberView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'repositoryMembers.set',
    summary: 'Give a user a level of their own, in place of an earlier one',
    route: 'POST /repositories/{repoID}/members',
    access: repository('repository.members.manage'),
    body: json(setRepositoryMemberBody),
    output: { 200: repositoryMemberReply, 201: repositoryMemberReply },
    errors: ['bad_request', 'not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.repositories
        .setMember(grant, { userId: body.user_id, level: body.level })
        .map(({ member, isNew }) => reply(isNew ? 201 : 200, { member: repositoryMemberView(member) })),
  }),
  endpoint({
    name: 'repositoryMembers.remove',
    summary: "Take a user's own level away",
    route: 'DELETE /repositories/{repoID}/members/{userID}',
    access: repository('repository.members.manage'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.repositories.removeMember(grant, params.userID).map(() => replyEmpty(204)),
  }),
];
