import type { PullReport } from '../pull/pull-report.js';
import type { PushReport } from '../push/push-report.js';
import { problemLine } from './problem-line.js';

/** The two streams of a process, as far as the command uses them. */
export interface Terminal {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

/** Results go to stdout for whoever reads them, everything else to stderr. */
export interface Output {
  pushed(report: PushReport): void;
  pulled(report: PullReport): void;
  /** A result that has a form for people and one for programs. */
  result(line: string, fields: Readonly<Record<string, unknown>>): void;
  /** Something that went wrong, in one line. */
  problem(fault: unknown): void;
}

export const createOutput = ({ stdout, stderr }: Terminal, asJson: boolean): Output => {
  const result: Output['result'] = (line, fields) => stdout(`${asJson ? JSON.stringify(fields) : line}\n`);
  return {
    result,
    // As checksum tools print it, so that they can check it.
    pushed: (report) => result(`${report.oid}  ${report.path}`, pushFields(report)),
    pulled: (report) => result(`${report.oid}  ${report.path}`, pullFields(report)),
    problem: (fault) => stderr(`svc: ${problemLine(fault)}\n`),
  };
};

const pushFields = ({ oid, path, sizeBytes, chunks, newChunks, sentBytes, storedBytes, seconds }: PushReport) => ({
  oid,
  path,
  size: sizeBytes,
  chunks,
  new_chunks: newChunks,
  sent_bytes: sentBytes,
  stored_bytes: storedBytes,
  seconds: rounded(seconds),
});

const pullFields = ({ oid, path, sizeBytes, receivedBytes, via, seconds }: PullReport) => ({
  oid,
  path,
  size: sizeBytes,
  received_bytes: receivedBytes,
  via,
  seconds: rounded(seconds),
});

/** Milliseconds are what a clock is good for. */
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
