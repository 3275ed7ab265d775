import { invariant } from '../../model/app-error.js';
import type { ChunkProfile } from './profile.js';

/** FastCDC counts in pairs of bytes, and may end a chunk at the first pair that it looks at. */
const leastMinBytes = 2;

/** Throws for a profile whose cuts would not get ahead, or would not agree: who cuts by one with chunks of no bytes never comes to the end. */
export const expectProfile = (profile: ChunkProfile): void => {
  const { maxBytes } = profile;
  invariant(Number.isInteger(maxBytes) && maxBytes > 0, 'the longest chunk of a profile is a whole number of bytes');
  if (profile.kind === 'fixed') return;
  const { minBytes, averageBytes } = profile;
  invariant(
    Number.isInteger(minBytes) && minBytes >= leastMinBytes,
    'the shortest chunk of a profile is a whole number of bytes, two at least',
  );
  invariant(minBytes <= averageBytes && averageBytes <= maxBytes, 'the average lies between the shortest and the longest chunk');
};
