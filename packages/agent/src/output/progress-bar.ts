import { Presets, SingleBar } from 'cli-progress';
import { basename } from 'node:path';
import type { OutputStream } from '../surroundings.js';
import { printable } from './printable.js';
import { secondsText, sizeText } from './size-text.js';
import { createTransferRate, type TransferRate } from './transfer-rate.js';
import type { TransferProgress } from '../transfer-context.js';

/** Shows how far the present file is. */
export interface ProgressBar {
  readonly show: (progress: TransferProgress) => void;
  /** Leaves the line free for what comes next; the bar comes back when more is shown a moment later. */
  readonly clear: () => void;
}

const silent: ProgressBar = { show: () => undefined, clear: () => undefined };

/** What is written to a pipe may reach the same screen a little later; a bar that came back at once would stand in its line. */
const pauseMs = 100;

/** A bar on a terminal; nothing where nobody watches, because a log is no place for it. */
export const createProgressBar = (stream: OutputStream, now: () => number = () => performance.now()): ProgressBar => {
  if (stream.isTTY !== true) return silent;
  let current: { readonly path: string; readonly bar: SingleBar; readonly rate: TransferRate } | undefined;
  let clearedAt = -Infinity;
  const stop = (): void => {
    current?.bar.stop();
    current = undefined;
  };
  return {
    clear: () => {
      stop();
      clearedAt = now();
    },
    show: (progress) => {
      const { path, doneBytes, totalBytes } = progress;
      // Of an empty file there is nothing to watch.
      if (totalBytes === 0 || now() - clearedAt < pauseMs) return;
      if (current?.path !== path) {
        stop();
        current = { path, bar: startBar(stream, progress), rate: createTransferRate(now) };
      }
      // How large an object is may become known on its way.
      current.bar.setTotal(totalBytes);
      current.bar.update(doneBytes, textsOf(progress, current.rate.at(doneBytes)));
    },
  };
};

const startBar = (stream: OutputStream, progress: TransferProgress): SingleBar => {
  const bar = new SingleBar(
    {
      stream,
      format: '{name} [{bar}] {percentage}% | {done} of {total_size}{rate}{left}',
      hideCursor: true,
      clearOnComplete: true,
      // SIGINT is handled by the command, which has more to clean up than the cursor.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  bar.start(progress.totalBytes, progress.doneBytes, textsOf(progress, undefined));
  return bar;
};

const textsOf = ({ path, doneBytes, totalBytes }: TransferProgress, perSecond: number | undefined) => ({
  name: printable(basename(path)),
  done: sizeText(doneBytes),
  total_size: sizeText(totalBytes),
  rate: perSecond === undefined ? '' : ` | ${sizeText(perSecond)}/s`,
  // As long as nothing moves, nobody knows.
  left: perSecond === undefined || perSecond <= 0 ? '' : ` | ${secondsText((totalBytes - doneBytes) / perSecond)} left`,
});
