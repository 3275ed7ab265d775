const mostCharacters = 300;

/** The same of what JSON has forms for; all else as the text that people read. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value);
  // A file may have times that no calendar reaches, such as those that databases write for infinity.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'out of range' : value.toISOString();
  if (value instanceof Uint8Array) return `${String(value.byteLength)} bytes`;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
};

/** A value of a table as people read it, as much of it as a cell has room for; a list or a structure as JSON. */
export const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const shown = plain(value);
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
};
