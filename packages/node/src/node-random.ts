import type { RandomSource } from '@svc/core/ports';
import { randomBytes, randomUUID } from 'node:crypto';

/** Ids and secrets by the random source of the operating system. */
export const nodeRandom: RandomSource = {
  uuid: () => randomUUID(),
  bytes: (count) => randomBytes(count),
};
