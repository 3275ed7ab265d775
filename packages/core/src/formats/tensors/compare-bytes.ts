import { profiles } from '../chunking/profiles.js';
import type { Pieces } from './pieces.js';

/** A stretch of an object; `end` is excluded. */
export interface Stretch {
  readonly begin: number;
  readonly end: number;
}

/** How many bytes of the stretch lie in pieces that the other object has too, wherever. */
export const sharedBytesOf = (own: Pieces, other: Pieces, { begin, end }: Stretch): number => {
  let shared = 0;
  for (let at = own.find(begin); at < own.length && own.beginOf(at) < end; at += 1) {
    if (other.has(own.nameOf(at))) shared += Math.min(end, own.endOf(at)) - Math.max(begin, own.beginOf(at));
  }
  return shared;
};

/**
 * After so many bytes two objects that were cut alike and have the same bytes are surely cut at the same places again, whatever came before: about twenty
 * chunks. Undefined where what comes before moves all cuts behind it.
 */
const resyncBytesOf = (own: Pieces, other: Pieces): number | undefined => {
  const profile = profiles[own.profile];
  return profile.kind === 'fastcdc' && own.profile === other.profile ? 4 * profile.maxBytes : undefined;
};

/** Whether the two objects have a cut at the same place and go on with chunks that differ before the stretch ends: they have been cut by one rule, so bytes differ. */
const differsAfterCut = (own: Pieces, other: Pieces, at: number, shift: number, end: number): boolean => {
  if (own.profile !== other.profile) return false;
  const place = own.beginOf(at) + shift;
  const there = other.find(place);
  return there < other.length && other.beginOf(there) === place && other.isChunk(there) && other.endOf(there) - shift <= end;
};

/** Whether the piece is at the same place of the other object. */
const isThere = (own: Pieces, other: Pieces, at: number, shift: number): boolean => {
  const place = own.beginOf(at) + shift;
  if (place < 0) return false;
  const there = other.find(place);
  return there < other.length && other.beginOf(there) === place && other.nameOf(there) === own.nameOf(at);
};

export type ByteVerdict = 'same' | 'changed' | 'undecided';

/**
 * What pieces tell of a stretch and one of the same length in another object, `shift` bytes further on there. `same`: all its bytes lie in pieces that both
 * have at the same place. `changed`: it has a chunk for itself that the other lacks, behind a cut that both have, or so many of such chunks that the cuts
 * would have met. `undecided`: all that differs are pieces that it shares with what lies before or behind, or that were not looked into.
 */
export const compareBytes = (own: Pieces, other: Pieces, { begin, end }: Stretch, shift: number): ByteVerdict => {
  const resyncBytes = resyncBytesOf(own, other);
  let isSame = true;
  let apartBytes = 0;
  for (let at = own.find(begin); at < own.length && own.beginOf(at) < end; at += 1) {
    if (isThere(own, other, at, shift)) {
      apartBytes = 0;
      continue;
    }
    isSame = false;
    const isInside = own.beginOf(at) >= begin && own.endOf(at) <= end;
    if (!isInside || !own.isChunk(at) || other.has(own.nameOf(at))) continue;
    if (!other.isChunk(other.find(own.beginOf(at) + shift))) continue;
    if (differsAfterCut(own, other, at, shift, end)) return 'changed';
    apartBytes += own.endOf(at) - own.beginOf(at);
    if (resyncBytes !== undefined && apartBytes > resyncBytes) return 'changed';
  }
  return isSame ? 'same' : 'undecided';
};
