import { invariant } from '@svc/core/model';
import { z } from 'zod';
import type { Endpoint, ErasedReply } from '../endpoint/endpoint.js';
import { byteRange, empty } from '../endpoint/reply.js';

/** Throws when a reply is not what its row promises. What clients read is the JSON, so that is what is held against the schema. */
export const checkOutput = (endpoint: Endpoint, reply: ErasedReply): void => {
  const output = endpoint.output[reply.status];
  invariant(output !== undefined, `${endpoint.name} declares status ${reply.status}`);
  if (output === byteRange) return;
  if (output === empty) {
    invariant(reply.body === undefined, `${endpoint.name} answers ${reply.status} without a body`);
    return;
  }
  const checked = z.safeParse(output, JSON.parse(JSON.stringify(reply.body)));
  invariant(checked.success, `${endpoint.name} answers what it declares: ${checked.error?.message ?? ''}`);
};
