import type { ChunkLocation } from '@svc/core/model';

/** Chunks that follow each other in the object, as many as are put together at a time. */
export type Window = readonly ChunkLocation[];

/** Of raw bytes, and no chunk has more stored ones. */
export const maxWindowBytes = 4 * 1024 * 1024;
export const maxWindowChunks = 1024;

/** Cuts the list of chunks into windows, whatever the maps are that it comes in. */
export async function* windowsOf(maps: AsyncIterable<readonly ChunkLocation[]>): AsyncGenerator<Window> {
  let window: ChunkLocation[] = [];
  let windowBytes = 0;
  for await (const locations of maps) {
    for (const location of locations) {
      if (window.length === maxWindowChunks || windowBytes + location.rawBytes > maxWindowBytes) {
        yield window;
        window = [];
        windowBytes = 0;
      }
      window.push(location);
      windowBytes += location.rawBytes;
    }
  }
  if (window.length > 0) yield window;
}
