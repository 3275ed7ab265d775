import { invariant } from '@svc/core/model';
import { z } from 'zod';
import { declaredErrorOf } from '../endpoint/declared-error.js';
import type { Endpoint, ErasedReply } from '../endpoint/endpoint.js';
import type { HttpError } from '../endpoint/http-error.js';
import { possibleErrors } from '../endpoint/possible-errors.js';
import { byteRange, empty, plainText } from '../endpoint/reply.js';

/** Throws when a reply is not what its row promises. What clients read is the JSON, so that is what is held against the schema. */
export const checkOutput = (endpoint: Endpoint, reply: ErasedReply): void => {
  const output = endpoint.output[reply.status];
  invariant(output !== undefined, `${endpoint.name} declares status ${reply.status}`);
  if (output === byteRange || output === plainText) return;
  if (output === empty) {
    invariant(reply.body === undefined, `${endpoint.name} answers ${reply.status} without a body`);
    return;
  }
  const checked = z.safeParse(output, JSON.parse(JSON.stringify(reply.body)));
  invariant(checked.success, `${endpoint.name} answers what it declares: ${checked.error?.message ?? ''}`);
};

/** Throws when an error is none of those that its row can answer. */
export const checkError = (endpoint: Endpoint, error: HttpError): void => {
  const declared = declaredErrorOf(error);
  invariant(possibleErrors(endpoint).has(declared), `${endpoint.name} declares the error ${declared}`);
};
