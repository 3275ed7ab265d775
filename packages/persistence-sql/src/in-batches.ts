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
