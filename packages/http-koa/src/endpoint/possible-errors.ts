import type { Access } from './access.js';
import type { DeclaredError } from './declared-error.js';
import type { Endpoint } from './endpoint.js';
import { byteRange } from './reply.js';
import { routeParts } from './route.js';

const errorsOfAccess: Readonly<Record<Access['kind'], readonly DeclaredError[]>> = {
  open: [],
  internal: ['not_found'],
  monitoring: ['not_found'],
  'signed-in': ['unauthorized', 'forbidden', 'unavailable'],
  session: ['unauthorized', 'forbidden', 'unavailable'],
  organization: ['unauthorized', 'forbidden', 'not_found', 'unavailable'],
  repository: ['unauthorized', 'forbidden', 'not_found', 'unavailable'],
  'provider-signed': ['bad_request', 'payload_too_large', 'body_incomplete'],
  'verify-link': ['forbidden', 'not_found', 'unavailable'],
  'signed-upload': ['forbidden'],
  'signed-download': ['forbidden'],
};

const givesBytes = ({ output }: Endpoint): boolean => Object.values(output).includes(byteRange);

/** Spec 8: API calls are limited. What its own link signs is no API call, nor is a probe; bytes that anybody may have, and guesses of a token, are limited like one. */
export const isRateLimited = (endpoint: Endpoint): boolean => {
  const { base = 'api', access } = endpoint;
  if (base === 'api') return access.kind !== 'verify-link';
  return access.kind === 'monitoring' || (access.kind === 'open' && givesBytes(endpoint));
};

const parsesInput = ({ route, base = 'api', query, headers, body, access }: Endpoint): boolean =>
  routeParts(route, base).path.includes('{') ||
  query !== undefined ||
  headers !== undefined ||
  body?.as === 'json' ||
  access.kind === 'organization';

/** What every request may meet that needs a disk, a bucket or a database: it is full, damaged, or lets nobody in, or others are in the way. */
export const reasonsAnywhere = ['storage_full', 'storage_damaged', 'storage_refused', 'contended'] as const;

/** Every error that a row can answer: of its checks and of its handler. */
export const possibleErrors = (endpoint: Endpoint): ReadonlySet<DeclaredError> => {
  const errors = new Set<DeclaredError>([...errorsOfAccess[endpoint.access.kind], ...endpoint.errors]);
  if (isRateLimited(endpoint)) errors.add('rate_limited:request_rate');
  if (parsesInput(endpoint)) errors.add('bad_request');
  if (endpoint.body?.as === 'json') errors.add('payload_too_large').add('body_incomplete');
  if (endpoint.body?.as === 'bytes') errors.add('body_too_slow');
  if (givesBytes(endpoint)) {
    errors.add('precondition_failed');
    if (!endpoint.route.startsWith('HEAD ')) errors.add('range_not_satisfiable');
  }
  if (errors.has('unavailable')) for (const reason of reasonsAnywhere) errors.add(`unavailable:${reason}`);
  return errors;
};
