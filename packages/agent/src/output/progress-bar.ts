import { Presets, SingleBar } from 'cli-progress';
import { basename } from 'node:path';
import type { OutputStream } from '../surroundings.js';
import { printable } from './printable.js';
import { sizeText } from './size-text.js';
import { createTransferRate, type TransferRate } from './transfer-rate.js';
import type { TransferProgress } from '../transfer-context.js';

/** Shows how far the present file is. */
export interface ProgressBar {
  readonly show: (progress: TransferProgress) => void;
  /** Leaves the line free for what comes next. */
  readonly clear: () => void;
}

const silent: ProgressBar = { show: () => undefined, clear: () => undefined };

/** A bar on a terminal; nothing where nobody watches, because a log is no place for it. */
export const createProgressBar = (stream: OutputStream): ProgressBar => {
  if (stream.isTTY !== true) return silent;
  let current: { readonly path: string; readonly bar: SingleBar; readonly rate: TransferRate } | undefined;
  const clear = (): void => {
    current?.bar.stop();
    current = undefined;
  };
  return {
    clear,
    show: ({ path, doneBytes, totalBytes }) => {
      if (current?.path !== path) {
        clear();
        current = { path, bar: startBar(stream, path, totalBytes), rate: createTransferRate() };
      }
      current.bar.update(doneBytes, { done: sizeText(doneBytes), rate: rateText(current.rate.at(doneBytes)) });
    },
  };
};

const startBar = (stream: OutputStream, path: string, totalBytes: number): SingleBar => {
  const bar = new SingleBar(
    {
      stream,
      format: '{name} [{bar}] {percentage}% | {done} of {total_size}{rate} | {eta_formatted} left',
      hideCursor: true,
      clearOnComplete: true,
      // SIGINT is handled by the command, which has more to clean up than the cursor.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  bar.start(totalBytes, 0, {
    name: printable(basename(path)),
    total_size: sizeText(totalBytes),
    done: sizeText(0),
    rate: rateText(undefined),
  });
  return bar;
};

const rateText = (perSecond: number | undefined): string => (perSecond === undefined ? '' : ` | ${sizeText(perSecond)}/s`);
