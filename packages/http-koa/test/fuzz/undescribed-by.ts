import { undescribed } from '../support/described-answers.js';
import type { WireAnswer } from './wire-answer.js';
import type { WireRequest } from './wire-request.js';

/** An expectation that nobody meets, and headers that are too large, are refused before there is a row that could describe it. */
const beforeAnyRow: ReadonlySet<number> = new Set([417, 431]);

/** The parsed body; undefined when it is not JSON. */
export const jsonOf = ({ headers, body }: WireAnswer): unknown =>
  headers.get('content-type')?.includes('json') === true && body.byteLength > 0 ? JSON.parse(body.toString()) : undefined;

/** What the row of a well-formed request does not describe of the answer; undefined when it does. */
export const undescribedBy = ({ method, target }: WireRequest, answer: WireAnswer): string | undefined => {
  if (answer.status < 400 || beforeAnyRow.has(answer.status) || method === 'HEAD') return undefined;
  const contentType = answer.headers.get('content-type') ?? '';
  return undescribed(method, target, { status: answer.status, contentType, json: jsonOf(answer) });
};
