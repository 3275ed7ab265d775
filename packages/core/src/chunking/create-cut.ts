import { createFastCdcCut } from './fast-cdc.js';
import type { Cut } from './cut.js';
import type { ChunkProfile } from './profile.js';

/** The cut points of a profile, in plain JavaScript: right on every platform. */
export const createCut = (profile: ChunkProfile): Cut =>
  profile.kind === 'fastcdc' ? createFastCdcCut(profile) : (_bytes, begin, end) => Math.min(profile.maxBytes, end - begin);
