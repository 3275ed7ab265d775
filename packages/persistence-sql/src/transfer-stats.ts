import { invariant, type TransferStats } from '@svc/core/model';

type StatName = keyof TransferStats;

const statNames: Readonly<Record<StatName, true>> = {
  durationMs: true,
  ingestMs: true,
  mirrorMs: true,
  logicalBytes: true,
  storedBytes: true,
  objectCount: true,
  chunkCount: true,
  newChunks: true,
  reusedChunks: true,
  filesPut: true,
  filesSkipped: true,
};

const isStat = (entry: readonly [string, unknown]): entry is readonly [StatName, number] =>
  Object.hasOwn(statNames, entry[0]) && typeof entry[1] === 'number';

export const statsToText = (stats: TransferStats): string => JSON.stringify(stats);

/** Only the counters that are known. */
export const statsFromText = (text: string): TransferStats => {
  const stats: unknown = JSON.parse(text);
  invariant(typeof stats === 'object' && stats !== null, 'counters are an object');
  return Object.fromEntries(Object.entries(stats).filter(isStat));
};
