import { organization, repository } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { activityQuery, activityReply, activityView, repositoryActivityQuery } from '../schemas/activity.js';

/** Spec 4.4, 4.9. */
export const activityEndpoints = [
  endpoint({
    name: 'activity.list',
    summary: 'What happened in an organization, newest first',
    route: 'GET /organizations/{orgID}/activity',
    access: organization('repositories.read'),
    query: activityQuery,
    output: { 200: activityReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query: { actor, repo, ...rest } }) =>
      application.activity
        .list(grant, { ...rest, actorId: actor, repositoryId: repo })
        .map((events) => reply(200, { activity: events.map(activityView) })),
  }),
  endpoint({
    name: 'activity.listOfRepository',
    summary: 'What happened in a repository, newest first',
    route: 'GET /repositories/{repoID}/activity',
    access: repository('repository.pull'),
    query: repositoryActivityQuery,
    output: { 200: activityReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query: { actor, ...rest } }) =>
      application.activity
        .listOfRepository(grant, { ...rest, actorId: actor })
        .map((events) => reply(200, { activity: events.map(activityView) })),
  }),
];
