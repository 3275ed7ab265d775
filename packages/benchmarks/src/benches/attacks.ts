import { type Attack, measureAttack } from '../attacks/attack.js';
import { drippingBucket } from '../attacks/dripping-bucket.js';
import { manifestRanges } from '../attacks/manifest-ranges.js';
import { pendingObjects } from '../attacks/pending-objects.js';
import { repeatedChunkFinalizes } from '../attacks/repeated-chunk-finalizes.js';
import { rowsWithoutBytes } from '../attacks/rows-without-bytes.js';
import { measureShrunkenReservations, shrunkenReservations } from '../attacks/shrunken-reservations.js';
import { silentReaders } from '../attacks/silent-readers.js';
import { tarpitWebhooks } from '../attacks/tarpit-webhooks.js';
import { unfinishedPuts } from '../attacks/unfinished-puts.js';
import type { Bench, Outcome } from '../measure/bench.js';

const attacks: readonly Attack[] = [
  repeatedChunkFinalizes,
  pendingObjects,
  drippingBucket,
  manifestRanges,
  silentReaders,
  unfinishedPuts,
  tarpitWebhooks,
  rowsWithoutBytes,
];

/** A part of a name: only the attacks that have it. */
const wanted = process.env['ATTACKS'] ?? '';

const measures = [
  ...attacks.map((attack) => ({ name: attack.name, measure: () => measureAttack(attack) })),
  { name: shrunkenReservations, measure: measureShrunkenReservations },
].filter(({ name }) => name.includes(wanted));

const run = async (): Promise<Outcome> => {
  const outcomes: Outcome[] = [];
  for (const { measure } of measures) outcomes.push(await measure());
  return { rows: outcomes.flatMap(({ rows }) => rows), goals: outcomes.flatMap(({ goals }) => goals) };
};

export const attacksBench: Bench = {
  name: 'attacks',
  about: 'what an honest client notices of attacks by other organizations, and what they cost the server in memory',
  run,
};
