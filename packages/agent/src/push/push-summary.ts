import { counted } from '../output/counted.js';
import type { PushReport } from './push-report.js';
import type { LeftOut } from './push-sources.js';

/** Counts what a push of folders has come to. */
export interface PushSummary {
  pushed(report: PushReport): void;
  leftOut(entry: LeftOut): void;
  unreadable(): void;
  readonly failures: number;
  /** For people. */
  line(): string;
}

export const createPushSummary = (): PushSummary => {
  const counts = { files: 0, sent: 0, sentBytes: 0, links: 0, specials: 0, unreadable: 0 };
  return {
    pushed: ({ sentBytes }) => {
      counts.files += 1;
      if (sentBytes === 0) return;
      counts.sent += 1;
      counts.sentBytes += sentBytes;
    },
    leftOut: ({ kind }) => {
      if (kind === 'link') counts.links += 1;
      else counts.specials += 1;
    },
    unreadable: () => {
      counts.unreadable += 1;
    },
    get failures() {
      return counts.unreadable;
    },
    line: () => {
      const { files, sent, sentBytes, links, specials } = counts;
      const leftOut = [
        ...(links === 0 ? [] : [counted(links, 'symbolic link')]),
        ...(specials === 0 ? [] : [counted(specials, 'special file')]),
      ];
      const end = leftOut.length === 0 ? '' : `; left out: ${leftOut.join(', ')}`;
      return `${counted(files, 'file')}: ${sent} sent (${sentBytes} bytes), ${files - sent} already stored${end}`;
    },
  };
};
