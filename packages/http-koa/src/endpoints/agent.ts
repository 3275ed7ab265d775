import { notFound } from '@svc/core/model';
import { errAsync, okAsync } from 'neverthrow';
import { open } from '../endpoint/access.js';
import { agentPackagePath } from '../endpoint/agent-package.js';
import { endpoint } from '../endpoint/endpoint.js';
import { byteRange, reply } from '../endpoint/reply.js';

/** What clients are made of: no part of the API, so that a machine without a credential can be set up. */
export const agentEndpoints = [
  endpoint({
    name: 'agent.download',
    summary: 'Get the command svc as a tarball that npm installs',
    route: `GET ${agentPackagePath}`,
    base: 'root',
    access: open(),
    output: { 200: byteRange },
    errors: ['not_found'],
    handle: ({ agent }) => {
      if (agent === undefined) return errAsync(notFound);
      const { sizeBytes, sha256: etag } = agent;
      return okAsync(reply(200, { sizeBytes, etag, open: agent.open }));
    },
  }),
];
