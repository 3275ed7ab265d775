import { planBlocks } from './plan-blocks.js';
import { maxWindowBytes, type Window } from './windows.js';

/** What the blocks of one window take at most, with what lies between its chunks. */
export const maxFetchedBytes = maxWindowBytes + maxWindowBytes / 4;

const fetchedBytes = (window: Window): number => planBlocks(window).reduce((total, { begin, end }) => total + end - begin, 0);

/** Cuts a window whose chunks are scattered over packs until what has to be fetched for each part is within bounds. */
function* fittingParts(window: Window): Generator<Window> {
  if (window.length <= 1 || fetchedBytes(window) <= maxFetchedBytes) {
    yield window;
    return;
  }
  const middle = window.length >> 1;
  yield* fittingParts(window.slice(0, middle));
  yield* fittingParts(window.slice(middle));
}

export async function* fittingWindows(windows: AsyncIterable<Window>): AsyncGenerator<Window> {
  for await (const window of windows) yield* fittingParts(window);
}
