import { signedIn } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { searchQuery, searchReply, searchView } from '../schemas/search.js';

/** Spec 4.2. */
export const searchEndpoints = [
  endpoint({
    name: 'search.find',
    summary: "Look things up in the caller's organizations and in what is shared with the caller",
    route: 'GET /search',
    access: signedIn(),
    query: searchQuery,
    output: { 200: searchReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query: { q, type, limit } }) =>
      application.search(grant, { query: q, type, limit }).map((result) => reply(200, searchView(q, result))),
  }),
];
