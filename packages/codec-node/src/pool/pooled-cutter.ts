import type { CutChunks, NextSlab, SlabCutterOptions, UnreadSlab } from '../slab-cutter.js';
import { expectAnswer } from './expect-answer.js';
import type { Threads } from './threads.js';

/** A `SlabCutter` on a thread of the pool. */
export interface PooledCutter {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** Slabs are cut in the order of the calls; the next one may be asked for before the one before is there. */
  cut(next: NextSlab): Promise<CutChunks | UnreadSlab>;
  /** Resolves behind all that was asked for: then nothing is read any more. */
  close(): Promise<void>;
}

export const openPooledCutter = async (
  thread: Pick<Threads, 'run'>,
  cutter: number,
  options: SlabCutterOptions,
): Promise<PooledCutter> => {
  const { bytes } = expectAnswer(await thread.run({ kind: 'open_cutter', cutter, options }), 'open_cutter');
  return {
    bytes,
    cut: async (next) => expectAnswer(await thread.run({ kind: 'cut', cutter, next }), 'cut').cut,
    close: async () => {
      await thread.run({ kind: 'close_cutter', cutter });
    },
  };
};
