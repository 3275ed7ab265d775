import { errorCodes, errorCodeOf } from '../../src/endpoint/error-code.js';
import { valueAt } from '../support/request.js';
import type { WireAnswer } from './wire-answer.js';

const requestTimeout = 408;
/** What Node refuses before there is a row to ask has statuses of its own. */
const ofProtocol: ReadonlySet<number> = new Set([400, 408, 417, 431]);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** What is wrong with an answer, whatever the request was; undefined when nothing is. */
export const faultOfAnswer = ({ status, headers, body }: WireAnswer, isHead: boolean): string | undefined => {
  if (status >= 500) return `the status is ${status}`;
  if (status < 400 || isHead) return undefined;
  if (headers.get('content-type')?.includes('json') !== true) return 'an error is no JSON';
  const json: unknown = JSON.parse(body.toString());
  const code = valueAt(json, 'error.code');
  const known = typeof code === 'string' ? errorCodeOf(code) : undefined;
  if (known === undefined) return `the code is ${String(code)}`;
  const isRight = errorCodes[known].status === status || status === requestTimeout || ofProtocol.has(status);
  if (!isRight) return `${known} has the status ${status}`;
  return isText(valueAt(json, 'error.message')) && isText(valueAt(json, 'error.request_id'))
    ? undefined
    : 'the error says too little';
};
