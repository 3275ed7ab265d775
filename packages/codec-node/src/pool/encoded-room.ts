import { wordBytes } from '../memory.js';
import type { Piece } from './jobs.js';

/** How much memory `encodeAll` needs for the pieces: no chunk is stored longer than raw, and each may begin anywhere in a word. What stays unused is never touched. */
export const encodedRoom = (pieces: readonly Piece[]): number =>
  pieces.reduce((total, { begin, end }) => total + wordBytes + Math.ceil((end - begin) / wordBytes) * wordBytes, 0);
