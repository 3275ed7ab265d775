import type { PulledChunk } from './local-version.js';
import type { Window } from './windows.js';

/** A chunk, and the last of the windows that need it. */
export interface NeededChunk {
  readonly location: PulledChunk;
  readonly window: number;
}

export interface NumberedWindow {
  readonly number: number;
  readonly chunks: Window;
}

/** Windows in order, with a view of those that follow. */
export interface LookAhead {
  next(): Promise<NumberedWindow | undefined>;
  /** What windows behind the last one that was given need of a pack, in their order; a chunk that they need more than once is in it as often. */
  comingOf(pack: PulledChunk['pack']): readonly NeededChunk[];
}

/** Of stored bytes: three times as much as a pack has, since what a push adds lies between what it leaves. */
const seenBytes = 128 * 1024 * 1024;
const seenChunks = 16_384;

export const createLookAhead = (windows: AsyncIterator<Window>): LookAhead => {
  const coming = new Map<PulledChunk['pack'], NeededChunk[]>();
  const queue: Window[] = [];
  let given = 0;
  let chunks = 0;
  let bytes = 0;
  let isEnded = false;

  const see = (window: Window): void => {
    const number = given + queue.length;
    queue.push(window);
    chunks += window.length;
    for (const location of window) {
      bytes += location.storedBytes;
      const ofPack = coming.get(location.pack);
      if (ofPack === undefined) coming.set(location.pack, [{ location, window: number }]);
      else ofPack.push({ location, window: number });
    }
  };

  const give = (window: Window): NumberedWindow => {
    const number = given;
    given += 1;
    chunks -= window.length;
    for (const { pack, storedBytes } of window) {
      bytes -= storedBytes;
      const ofPack = coming.get(pack);
      ofPack?.shift();
      if (ofPack?.length === 0) coming.delete(pack);
    }
    return { number, chunks: window };
  };

  return {
    next: async () => {
      while (!isEnded && (queue.length === 0 || (chunks < seenChunks && bytes < seenBytes))) {
        const next = await windows.next();
        if (next.done === true) isEnded = true;
        else see(next.value);
      }
      const window = queue.shift();
      return window && give(window);
    },
    comingOf: (pack) => coming.get(pack) ?? [],
  };
};
