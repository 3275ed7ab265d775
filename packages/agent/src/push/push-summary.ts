import { counted } from '../output/counted.js';
import { createTrafficLine } from '../output/traffic-line.js';
import type { PushReport } from './push-report.js';
import type { LeftOut } from './push-sources.js';

/** Counts what a push has come to. */
export interface PushSummary {
  pushed(report: Pick<PushReport, 'sizeBytes' | 'sentBytes'>): void;
  leftOut(entry: LeftOut): void;
  unreadable(): void;
  readonly failures: number;
  /** What has become of the files of folders, for people. */
  line(): string;
  /** How much has moved, for people. */
  traffic(): string;
}

/** `isDryRun`: nothing is sent, and what is told to be so would be. */
export const createPushSummary = (isDryRun = false): PushSummary => {
  const counts = { files: 0, sent: 0, links: 0, specials: 0, unreadable: 0 };
  const traffic = createTrafficLine(isDryRun ? 'would send at most' : 'sent');
  return {
    pushed: ({ sizeBytes, sentBytes }) => {
      counts.files += 1;
      traffic.add(sentBytes, sizeBytes);
      if (sentBytes > 0) counts.sent += 1;
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
      const { files, sent, links, specials } = counts;
      const leftOut = [
        ...(links === 0 ? [] : [counted(links, 'symbolic link')]),
        ...(specials === 0 ? [] : [counted(specials, 'special file')]),
      ];
      const end = leftOut.length === 0 ? '' : `; left out: ${leftOut.join(', ')}`;
      return `${counted(files, 'file')}: ${sent} ${isDryRun ? 'would be sent' : 'sent'}, ${files - sent} already stored${end}; ${traffic.text()}`;
    },
    traffic: () => traffic.text(),
  };
};
