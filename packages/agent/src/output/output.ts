import type { PullReport } from '../pull/pull-report.js';
import type { ChunkReport } from '../chunk/show-chunks.js';
import type { PushReport } from '../push/push-report.js';
import type { VerifyReport } from '../verify/verify-stored.js';
import { lineAboutFile } from './line-about-file.js';
import { printable, printableJson } from './printable.js';
import { problemLine } from './problem-line.js';

/** The two streams of a process, as far as the command uses them. */
export interface Terminal {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Whether stdout is a terminal, which obeys control characters. */
  readonly isTerminal: boolean;
}

/** Results go to stdout for people and programs, everything else to stderr. */
export interface Output {
  pushed(report: PushReport): void;
  pulled(report: PullReport): void;
  /** A file that was to be pulled and was there. */
  present(file: Pick<PullReport, 'oid' | 'path' | 'sizeBytes'>): void;
  /** What a dry run has found of a file. */
  foreseen(file: Pick<PullReport, 'oid' | 'path' | 'sizeBytes'>, would: 'send' | 'fetch' | 'nothing'): void;
  verified(report: VerifyReport): void;
  chunked(report: ChunkReport): void;
  /** A local file that is what its oid says. */
  matched(report: Pick<PushReport, 'oid' | 'path' | 'sizeBytes'>): void;
  /** A result that has a form for people and one for programs. */
  result(line: string, fields: Readonly<Record<string, unknown>>): void;
  /** A result that only programs want to know of. */
  quietly(fields: Readonly<Record<string, unknown>>): void;
  /** Something that is worth a line, and no result. */
  note(line: string): void;
  /** Something that went wrong, in one line. */
  problem(fault: unknown): void;
}

export const createOutput = ({ stdout, stderr, isTerminal }: Terminal, asJson: boolean): Output => {
  const shown = (line: string, fields: Readonly<Record<string, unknown>>): string => {
    if (!asJson) return isTerminal ? printable(line) : line;
    const json = JSON.stringify(fields);
    return isTerminal ? printableJson(json) : json;
  };
  const result: Output['result'] = (line, fields) => stdout(`${shown(line, fields)}\n`);
  const lineAbout = ({ oid, path }: Pick<PushReport, 'oid' | 'path'>): string => lineAboutFile(oid, path, isTerminal);
  return {
    result,
    pushed: (report) => result(lineAbout(report), pushFields(report)),
    pulled: (report) => result(lineAbout(report), pullFields(report)),
    present: ({ oid, path, sizeBytes }) =>
      result(lineAbout({ oid, path }), { oid, path, size: sizeBytes, received_bytes: 0, via: 'present', seconds: 0 }),
    foreseen: ({ oid, path, sizeBytes }, would) => {
      // What stays as it is, is no line of what would be done; a program may want to know of it all the same.
      if (asJson || would !== 'nothing') result(lineAbout({ oid, path }), { oid, path, size: sizeBytes, would });
    },
    verified: (report) => result(`${report.oid}: OK`, verifyFields(report)),
    matched: ({ oid, path, sizeBytes }) => result(`${lineAbout({ oid, path })}: OK`, { oid, path, size: sizeBytes }),
    chunked: (report) => result(`${lineAbout(report)}: ${describeChunks(report)}`, chunkFields(report)),
    quietly: (fields) => {
      if (asJson) result('', fields);
    },
    note: (line) => stderr(`svc: ${printable(line)}\n`),
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

const pullFields = ({ path, ...report }: PullReport) => {
  const { oid, ...facts } = verifyFields(report);
  return { oid, path, ...facts };
};

const verifyFields = ({ oid, sizeBytes, receivedBytes, via, seconds }: VerifyReport) => ({
  oid,
  size: sizeBytes,
  received_bytes: receivedBytes,
  via,
  seconds: rounded(seconds),
});

const describeChunks = ({ profile, chunks, meanBytes, minBytes, maxBytes, repeatedBytes, storedBytes }: ChunkReport): string => {
  const sizes = `${chunks} chunks of ${minBytes} to ${maxBytes} bytes, ${Math.round(meanBytes)} on average (${profile})`;
  const stored = storedBytes === undefined ? '' : `; ${storedBytes} bytes are stored already`;
  return `${sizes}; ${repeatedBytes} bytes repeat${stored}`;
};

const chunkFields = (report: ChunkReport) => ({
  oid: report.oid,
  path: report.path,
  size: report.sizeBytes,
  profile: report.profile,
  chunks: report.chunks,
  mean_chunk_bytes: Math.round(report.meanBytes),
  min_chunk_bytes: report.minBytes,
  max_chunk_bytes: report.maxBytes,
  repeated_chunks: report.repeatedChunks,
  repeated_bytes: report.repeatedBytes,
  stored_chunks: report.storedChunks,
  stored_bytes: report.storedBytes,
});

/** Milliseconds are what a clock is good for. */
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
