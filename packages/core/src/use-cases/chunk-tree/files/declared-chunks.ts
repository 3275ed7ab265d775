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
  /** Nothing more is added; the reader goes on with the rest, which is read as it gets there. */
  end(rest: AsyncIterable<readonly ChunkLocation[]>): void;
  /** The reader gets `DeclarationsEnded` instead of the rest. */
  abort(): void;
}

export const createDeclaredChunks = (): DeclaredChunks => {
  const waiting: (readonly ChunkLocation[])[] = [];
  let waitingChunks = 0;
  let rest: AsyncIterable<readonly ChunkLocation[]> | undefined;
  let isAborted = false;
  let wake: () => void = () => undefined;
  async function* chunks(): AsyncGenerator<readonly ChunkLocation[], void, undefined> {
    for (;;) {
      if (isAborted) throw new DeclarationsEnded('nothing more is declared');
      const next = waiting.shift();
      if (next !== undefined) {
        waitingChunks -= next.length;
        yield next;
      } else if (rest !== undefined) {
        yield* rest;
        return;
      } else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return {
    get waitingChunks() {
      return waitingChunks;
    },
    add: (declared) => {
      waiting.push(declared);
      waitingChunks += declared.length;
      wake();
    },
    end: (last) => {
      rest = last;
      wake();
    },
    abort: () => {
      isAborted = true;
      wake();
    },
    [Symbol.asyncIterator]: () => chunks(),
  };
};
