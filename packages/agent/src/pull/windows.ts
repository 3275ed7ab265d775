import type { PulledChunk } from './local-version.js';

/** Chunks that follow each other in the object, as many as are put together at a time. */
export type Window = readonly PulledChunk[];

/** Of raw bytes, and no chunk has more stored ones. */
export const maxWindowBytes = 4 * 1024 * 1024;
export const maxWindowChunks = 1024;

/** Cuts the list of chunks into windows, whatever the maps are that it comes in. */
export async function* windowsOf(maps: AsyncIterable<readonly PulledChunk[]>): AsyncGenerator<Window> {
  let window: PulledChunk[] = [];
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
