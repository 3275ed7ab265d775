/** `not_modified`: the client has the bytes already. `failed`: they are not those that it asked for. */
export type Precondition = 'holds' | 'not_modified' | 'failed';

// A tag may hold commas, so the list is not split at them.
const tags = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

const namesAny = (condition: string): boolean => condition.trim() === '*';
const opaque = (tag: string): string => tag.replace(/^W\//, '');

/**
 * What If-Match and If-None-Match ask of a GET or HEAD whose bytes are there, in the order of RFC 9110, 13.2.2. `etag` is their strong one; bytes
 * without one match `*` alone.
 */
export const decidePrecondition = (
  ifMatch: string | undefined,
  ifNoneMatch: string | undefined,
  etag: string | undefined,
): Precondition => {
  const isNamed = (condition: string, comparable: (tag: string) => string): boolean =>
    namesAny(condition) || (condition.match(tags) ?? []).some((tag) => comparable(tag) === etag);
  // The comparison is strong: a weak tag is none of ours.
  if (ifMatch !== undefined && !isNamed(ifMatch, (tag) => tag)) return 'failed';
  return ifNoneMatch !== undefined && isNamed(ifNoneMatch, opaque) ? 'not_modified' : 'holds';
};
