import { organization, repository } from '../endpoint/access.js';
import { noFields } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import { recommendationsReply, recommendationView } from '../schemas/recommendation.js';

/** Spec 4.4, 4.9. */
export const recommendationEndpoints = [
  endpoint({
    name: 'recommendations.list',
    summary: 'What is worth doing in the organization, the most pressing first',
    route: 'GET /organizations/{orgID}/recommendations',
    access: organization('usage.read'),
    output: { 200: recommendationsReply },
    errors: ['unavailable'],
    handle: ({ application, grant }) =>
      application.recommendations
        .ofOrganization(grant)
        .map((found) => reply(200, { recommendations: found.map(recommendationView) })),
  }),
  endpoint({
    name: 'recommendations.listOfRepository',
    summary: 'What is worth doing in the repository, the most pressing first',
    route: 'GET /repositories/{repoID}/recommendations',
    access: repository('repository.pull'),
    output: { 200: recommendationsReply },
    errors: ['unavailable'],
    handle: ({ application, grant }) =>
      application.recommendations
        .ofRepository(grant)
        .map((found) => reply(200, { recommendations: found.map(recommendationView) })),
  }),
  endpoint({
    name: 'recommendations.dismiss',
    summary: "Take a recommendation off the repository's and the organization's list, for everybody, for 90 days",
    route: 'POST /repositories/{repoID}/recommendations/{recID}/dismiss',
    access: repository('repository.update'),
    body: noFields(),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.recommendations.dismiss(grant, params.recID).map(() => replyEmpty(204)),
  }),
];
