const quote = '"'.charCodeAt(0);
const backslash = '\\'.charCodeAt(0);
const colon = ':'.charCodeAt(0);

/** How many members the objects of a valid JSON text have: each has one colon that stands in no string. */
const writtenMembers = (json: string): number => {
  let count = 0;
  let isString = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) isString = !isString;
    else if (isString && code === backslash) at += 1;
    else if (!isString && code === colon) count += 1;
  }
  return count;
};

const parsedMembers = (parsed: unknown): number => {
  let count = 0;
  // Bodies may be nested deeper than the stack.
  const pending: unknown[] = [parsed];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    const items: readonly unknown[] = Object.values(value);
    if (!Array.isArray(value)) count += items.length;
    for (const item of items) pending.push(item);
  }
  return count;
};

/**
 * Whether an object of a JSON text names one member twice. `JSON.parse` keeps the last, other readers the first, so what somebody has checked on the way
 * could be another value than the one that counts.
 */
export const repeatsMember = (json: string, parsed: unknown): boolean => writtenMembers(json) > parsedMembers(parsed);
