import { setImmediate } from 'node:timers/promises';

/** As many entries as become text in a millisecond or two. */
const entriesPerPiece = 250;
/** An answer with no longer array is written in one piece, and says its length. */
const maxEntriesAtOnce = 1000;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (body: unknown): body is Fields => typeof body === 'object' && body !== null && !Array.isArray(body);

/** Whether the body is better written piece by piece. */
export const isLong = (body: unknown): body is Fields =>
  isFields(body) && Object.values(body).some((value) => Array.isArray(value) && value.length > maxEntriesAtOnce);

async function* arrayPieces(array: readonly unknown[]): AsyncGenerator<string, void, undefined> {
  yield '[';
  for (let start = 0; start < array.length; start += entriesPerPiece) {
    // Others have the thread between two pieces, and a reader that is slow has the next one made later.
    await setImmediate();
    const text = JSON.stringify(array.slice(start, start + entriesPerPiece));
    yield (start > 0 ? ',' : '') + text.slice(1, -1);
  }
  yield ']';
}

/** The text that `JSON.stringify` gives for an object with long arrays in it. */
export async function* jsonPieces(body: Fields): AsyncGenerator<string, void, undefined> {
  let separator = '{';
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (Array.isArray(value)) yield* arrayPieces(value);
    else yield JSON.stringify(value);
  }
  yield separator === '{' ? '{}' : '}';
}
