import { MIB } from '../values/index.js';

/** What a store asks of the parts of one object, in bytes; all but the last part are within them. */
export interface PartLimits {
  readonly minPartBytes: number;
  readonly maxPartBytes: number;
  readonly maxParts: number;
}

/** How an object is cut into parts: all but the last are `partBytes` long. */
export interface PartPlan {
  readonly partBytes: number;
  readonly count: number;
}

/** Large enough that 640,000 MiB need no more parts than stores take, small enough that sending one again costs little. */
const usualPartBytes = 64 * MIB;

export const partPlan = (sizeBytes: number, partBytes: number): PartPlan => ({
  partBytes,
  count: Math.ceil(sizeBytes / partBytes),
});

/** The length of one part; numbers are counted from 1. */
export const partSizeBytes = (sizeBytes: number, { partBytes, count }: PartPlan, partNumber: number): number =>
  partNumber < count ? partBytes : sizeBytes - (count - 1) * partBytes;

/**
 * The parts for an object: whole MiB, no longer than what the store takes at once, and as few as it takes at all. Undefined when no parts are large
 * enough for it.
 */
export const choosePartPlan = (
  sizeBytes: number,
  maxSinglePutBytes: number,
  { minPartBytes, maxPartBytes, maxParts }: PartLimits,
): PartPlan | undefined => {
  const neededBytes = Math.ceil(sizeBytes / maxParts);
  if (neededBytes > maxPartBytes) return undefined;
  const wishedBytes = Math.max(Math.min(usualPartBytes, maxSinglePutBytes), minPartBytes, neededBytes);
  return partPlan(sizeBytes, Math.min(Math.ceil(wishedBytes / MIB) * MIB, maxPartBytes));
};
/** As many parts as one call may name: more than anybody sends while a URL holds. */

export const maxPartsPerCall = 1000;
