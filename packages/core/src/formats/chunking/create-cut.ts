import type { Cut } from './cut.js';
import { expectProfile } from './expect-profile.js';
import { createFastCdcCut } from './fast-cdc.js';
import type { ChunkProfile } from './profile.js';

/** The cut points of a profile, in plain JavaScript: right on every platform. Throws for a profile by which nothing can be cut. */
export const createCut = (profile: ChunkProfile): Cut => {
  expectProfile(profile);
  return profile.kind === 'fastcdc' ? createFastCdcCut(profile) : (_bytes, begin, end) => Math.min(profile.maxBytes, end - begin);
};
