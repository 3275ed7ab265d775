import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';

/** The client declares no more chunks. */
export class DeclarationsEnded extends Error {
  override readonly name = 'DeclarationsEnded';
}

/** Chunks that come piece by piece, for one reader who waits for them. */
export interface DeclaredChunks extends AsyncIterable<readonly ChunkLocation[]> {
  /** How many the reader has not come to. */
  readonly waitingChunks: number;
  add(chunks: readonly ChunkLocation[]): void;
  /** Nothing more comes. */
  end(): void;
  /** The reader gets `DeclarationsEnded` instead of the rest. */
  abort(): void;
}

export const createDeclaredChunks = (): DeclaredChunks => {
  const waiting: (readonly ChunkLocation[])[] = [];
  let waitingChunks = 0;
  let state: 'open' | 'ended' | 'aborted' = 'open';
  let wake: () => void = () => undefined;
  async function* chunks(): AsyncGenerator<readonly ChunkLocation[], void, undefined> {
    for (;;) {
      if (state === 'aborted') throw new DeclarationsEnded('nothing more is declared');
      const next = waiting.shift();
      if (next !== undefined) {
        waitingChunks -= next.length;
        yield next;
      } else if (state === 'ended') return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const close = (as: 'ended' | 'aborted') => (): void => {
    state = as;
    wake();
  };
  return {
    get waitingChunks() {
      return waitingChunks;
    },
    add: (declared) => {
      waiting.push(declared);
      waitingChunks += declared.length;
      wake();
    },
    end: close('ended'),
    abort: close('aborted'),
    [Symbol.asyncIterator]: () => chunks(),
  };
};
