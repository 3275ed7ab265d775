import { type ChunkLocation, type ChunkName, isContentName, type PackName } from '@svc/core/model';
import type { NeededChunk } from '../../src/pull/look-ahead.js';

export const nameOf = <Name extends ChunkName | PackName>(number: number): Name => {
  const text = number.toString(16).padStart(64, '0');
  if (!isContentName<Name>(text)) throw new Error(`${text} names nothing`);
  return text;
};

/** A chunk in a pack of that number; its own name tells where it lies. */
export const chunkAt = (pack: number, offset: number, storedBytes: number): ChunkLocation => ({
  name: nameOf(pack * 2 ** 32 + offset),
  pack: nameOf(pack),
  offset,
  storedBytes,
  rawBytes: storedBytes,
  encoding: 0,
});

export const neededAt = (offset: number, storedBytes: number, window = 0): NeededChunk => ({
  location: chunkAt(1, offset, storedBytes),
  window,
});
