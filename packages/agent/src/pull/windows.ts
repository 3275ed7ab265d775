import type { ChunkLocation } from '@svc/core/model';

/** Chunks that follow each other in the object, as many as are fetched and held at a time. */
export type Window = readonly ChunkLocation[];

/** Of stored bytes; a chunk that comes again within a window counts once. */
export const maxWindowBytes = 32 * 1024 * 1024;
export const maxWindowChunks = 8192;

/** Cuts the list of chunks into windows, whatever the maps are that it comes in. */
export async function* windowsOf(maps: AsyncIterable<readonly ChunkLocation[]>): AsyncGenerator<Window> {
  let window: ChunkLocation[] = [];
  let windowBytes = 0;
  const names = new Set<string>();
  for await (const locations of maps) {
    for (const location of locations) {
      const isNew = !names.has(location.name);
      const isFull = window.length === maxWindowChunks || (isNew && windowBytes + location.storedBytes > maxWindowBytes);
      if (isFull && window.length > 0) {
        yield window;
        window = [];
        windowBytes = 0;
        names.clear();
      }
      window.push(location);
      if (names.has(location.name)) continue;
      names.add(location.name);
      windowBytes += location.storedBytes;
    }
  }
  if (window.length > 0) yield window;
}
