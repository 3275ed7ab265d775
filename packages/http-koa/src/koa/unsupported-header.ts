import type { IncomingMessage } from 'node:http';
import { type BadRequest, badRequest } from '@svc/core/model';

/** A part of a file, and conditions on what it would replace: nothing here puts parts into files, or waits with a body for what is there. */
const unsupported = ['Content-Range', 'If-Match', 'If-None-Match'] as const;

/**
 * The first field of a request with bytes that it would be wrong to ignore: its sender relies on a file staying as it is but for one part, or in one
 * case (RFC 9110, 13.1 and 14.5), and would have replaced it as a whole.
 */
export const unsupportedHeader = ({ headers }: IncomingMessage): BadRequest | undefined => {
  const field = unsupported.find((name) => headers[name.toLowerCase()] !== undefined);
  return field === undefined ? undefined : badRequest(field, 'unsupported');
};
