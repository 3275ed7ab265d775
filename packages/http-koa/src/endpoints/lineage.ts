import { repository } from '../endpoint/access.js';
import { json } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import {
  addEdgeBody,
  addEdgeCommand,
  graphCommand,
  graphEdgeReply,
  graphEdgeView,
  graphQuery,
  graphReply,
  graphView,
} from '../schemas/lineage.js';

/** Spec 4.9. */
export const lineageEndpoints = [
  endpoint({
    name: 'lineage.read',
    summary: 'What came from what: a walk from one artifact, commit or release, or all edges of the repository',
    route: 'GET /repositories/{repoID}/graph',
    access: repository('repository.pull'),
    query: graphQuery,
    output: { 200: graphReply },
    errors: ['not_found', 'not_found:not_indexed', 'not_found:unknown_ref', 'bad_request', 'unavailable'],
    handle: ({ application, grant, query }) =>
      graphCommand(query)
        .asyncAndThen((command) => application.lineage.read(grant, command))
        .map((graph) => reply(200, graphView(graph))),
  }),
  endpoint({
    name: 'lineage.add',
    summary: 'Say what came from what. Not safe to retry: sent again, it lays another edge',
    route: 'POST /repositories/{repoID}/graph/edges',
    access: repository('repository.update'),
    body: json(addEdgeBody),
    output: { 201: graphEdgeReply },
    errors: ['bad_request', 'not_found', 'forbidden', 'quota_exceeded:max_graph_edges', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.lineage.add(grant, addEdgeCommand(body)).map((edge) => reply(201, graphEdgeView(edge))),
  }),
  endpoint({
    name: 'lineage.remove',
    summary: 'Remove an edge',
    route: 'DELETE /repositories/{repoID}/graph/edges/{edgeID}',
    access: repository('repository.update'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params }) => application.lineage.remove(grant, params.edgeID).map(() => replyEmpty(204)),
  }),
];
