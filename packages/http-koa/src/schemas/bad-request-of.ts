import { badRequest, type BadRequest } from '@svc/core/model';
import type { z } from 'zod';

const maxFieldLength = 100;

/** A name that a client made up, as far as an answer repeats it. */
export const echoed = (name: string): string => name.slice(0, maxFieldLength);

const problemOf = (issue: z.core.$ZodIssue, isAbsent: boolean): BadRequest['problem'] => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown';
    case 'too_big':
    case 'too_small':
      return 'out_of_range';
    case 'invalid_value':
      return isAbsent ? 'missing' : 'unsupported';
    default:
      return isAbsent ? 'missing' : 'malformed';
  }
};

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), root);

/** Of a list that a person can read. */
const maxAllowed = 50;

const allowedBy = (issue: z.core.$ZodIssue): readonly string[] | undefined =>
  issue.code === 'invalid_value' && issue.values.length <= maxAllowed ? issue.values.map(String) : undefined;

/** What a schema found wrong first. `whole` names the value itself, for when it is wrong altogether. */
export const badRequestOf = (value: unknown, issues: readonly z.core.$ZodIssue[], whole: string): BadRequest => {
  const [issue] = issues;
  if (issue === undefined) return badRequest(whole, 'malformed');
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  const field = path.length === 0 ? whole : echoed(path.map(String).join('.'));
  const allowed = allowedBy(issue);
  return { ...badRequest(field, problemOf(issue, valueAt(value, issue.path) === undefined)), ...(allowed && { allowed }) };
};
