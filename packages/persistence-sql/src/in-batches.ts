import { setImmediate } from 'node:timers/promises';

/** Rows of one statement: few enough for the parameters that a statement may have, many enough to be quick. */
const rowsPerStatement = 100;

/**
 * Runs one statement for each batch of the rows, one after the other, and returns what they return together. Between two of them everything else has
 * its turn, so that thousands of rows do not stop the process.
 */
export const inBatches = async <Row, T>(
  rows: readonly Row[],
  run: (batch: readonly Row[]) => Promise<readonly T[]>,
  batchSize = rowsPerStatement,
): Promise<readonly T[]> => {
  const results: T[] = [];
  for (let start = 0; start < rows.length; start += batchSize) {
    if (start > 0) await setImmediate();
    results.push(...(await run(rows.slice(start, start + batchSize))));
  }
  return results;
};

/**
 * Runs a statement for each batch of items, one after the other: no batch weighs more than `most`, but that of a single item. Between two of them
 * everything else has its turn.
 */
export const inWeighedBatches = async <Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  most: number,
  run: (batch: readonly Item[]) => Promise<void>,
): Promise<void> => {
  let batch: Item[] = [];
  let weight = 0;
  for (const item of items) {
    const added = weightOf(item);
    if (batch.length > 0 && weight + added > most) {
      await run(batch);
      await setImmediate();
      batch = [];
      weight = 0;
    }
    batch.push(item);
    weight += added;
  }
  if (batch.length > 0) await run(batch);
};

/** As many keys as are looked up in a few milliseconds. */
export const keysPerLookUp = 1000;

/** Looks keys up by one statement for each batch of them, in the same way, and answers what all have found. */
export const lookUpInBatches = async <Key, Value>(
  keys: readonly Key[],
  lookUp: (batch: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): Promise<ReadonlyMap<Key, Value>> => {
  if (keys.length <= keysPerLookUp) return lookUp(keys);
  const entries = await inBatches(keys, async (batch) => [...(await lookUp(batch))], keysPerLookUp);
  return new Map(entries);
};
