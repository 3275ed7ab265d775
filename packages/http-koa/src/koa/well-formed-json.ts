// In Unicode mode only a surrogate that stands alone is one.
const unsound = /\0|\p{Surrogate}/u;

/**
 * Whether all strings of a parsed JSON value, names too, can be stored everywhere: no U+0000, no half of a surrogate pair. Both can only come
 * from escapes, so a text without any is not looked through.
 */
export const isWellFormedJson = (json: string, parsed: unknown): boolean => {
  if (!json.includes('\\u')) return true;
  // Bodies may be nested deeper than the stack.
  const pending: unknown[] = [parsed];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && unsound.test(value)) return false;
    if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) for (const item of value) pending.push(item);
      else for (const [name, item] of Object.entries(value)) pending.push(name, item);
    }
  }
  return true;
};
