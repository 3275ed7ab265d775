import { Presets, SingleBar } from 'cli-progress';
import type { OutputStream } from '../surroundings.js';

/** Shows how many commits have gone by. */
export interface CommitBar {
  readonly isWanted: boolean;
  /** Comes when the commits have been counted, unless the line was left free by then, or they could not be. */
  readonly start: (counting: Promise<number>) => void;
  readonly show: (done: number) => void;
  /** Leaves the line free for what comes next. */
  readonly clear: () => void;
}

const silent: CommitBar = { isWanted: false, start: () => undefined, show: () => undefined, clear: () => undefined };

/** A bar on a terminal; nothing where nobody watches, because a log is no place for it. */
export const createCommitBar = (stream: OutputStream, isWanted: boolean): CommitBar => {
  if (!isWanted || stream.isTTY !== true) return silent;
  let bar: SingleBar | undefined;
  let counted: Promise<number> | undefined;
  const clear = (): void => {
    counted = undefined;
    bar?.stop();
    bar = undefined;
  };
  const startWith = (total: number): void => {
    const format = '[{bar}] {percentage}% | {value} of {total} commits | {eta_formatted} left';
    bar = new SingleBar({ stream, format, hideCursor: true, clearOnComplete: true, gracefulExit: false }, Presets.shades_classic);
    bar.start(total, 0);
  };
  return {
    isWanted: true,
    start: (counting) => {
      clear();
      counted = counting;
      void counting.then(
        // One that came when the command is over would hide the cursor, and nobody would bring that back.
        (total) => (counted === counting ? startWith(total) : undefined),
        () => undefined,
      );
    },
    show: (done) => bar?.update(done),
    clear,
  };
};
