import { Presets, SingleBar } from 'cli-progress';
import type { OutputStream } from '../surroundings.js';

/** Shows how many commits have gone by. */
export interface CommitBar {
  readonly isWanted: boolean;
  readonly start: (total: number) => void;
  readonly show: (done: number) => void;
  /** Leaves the line free for what comes next. */
  readonly clear: () => void;
}

const silent: CommitBar = { isWanted: false, start: () => undefined, show: () => undefined, clear: () => undefined };

/** A bar on a terminal; nothing where nobody watches, because a log is no place for it. */
export const createCommitBar = (stream: OutputStream, isWanted: boolean): CommitBar => {
  if (!isWanted || stream.isTTY !== true) return silent;
  let bar: SingleBar | undefined;
  const clear = (): void => {
    bar?.stop();
    bar = undefined;
  };
  return {
    isWanted: true,
    start: (total) => {
      clear();
      const format = '[{bar}] {percentage}% | {value} of {total} commits | {eta_formatted} left';
      bar = new SingleBar(
        { stream, format, hideCursor: true, clearOnComplete: true, gracefulExit: false },
        Presets.shades_classic,
      );
      bar.start(total, 0);
    },
    show: (done) => bar?.update(done),
    clear,
  };
};
