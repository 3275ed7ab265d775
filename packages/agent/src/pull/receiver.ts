import { createHash } from 'node:crypto';
import type { Oid } from '@svc/core';
import type { Meter } from '../meter.js';
import { oidOf } from '../verify/hash-file.js';

/** Where the bytes of an object go in order: a file, or nowhere when they are only looked at. */
export interface Sink {
  append(pieces: readonly Uint8Array[]): Promise<void>;
  truncate(): Promise<void>;
  /** The file, where another thread can write it, too. */
  readonly direct?: DirectSink | undefined;
  /** What was appended, where it can be read and written over. */
  readonly stored?: StoredSink | undefined;
}

/** Bytes that were appended, at any place of them. */
export interface StoredSink {
  /** Fills the memory from a position on. */
  read(into: Uint8Array, position: number): Promise<void>;
  write(bytes: Uint8Array, position: number): Promise<void>;
}

/** A file that another thread writes. */
export interface DirectSink {
  readonly descriptor: number;
  /** Where the next bytes belong. */
  position(): number;
  /** So many bytes were written there. */
  written(bytes: number): void;
  /** That they could not be; the code is the system's. */
  fault(code: string): Error;
}

/** Takes an object's bytes, hashes them and hands them on. */
export interface Receiver {
  /** How many bytes there are so far. */
  sizeBytes(): number;
  /** There are so many in all, as the service says: for the progress alone. */
  expect(sizeBytes: number): void;
  append(pieces: readonly Uint8Array[]): Promise<void>;
  /** Where another thread writes bytes that it has hashed; undefined where it cannot. */
  readonly direct: DirectSink | undefined;
  /** Where what has come can be mended; undefined where it is not kept. */
  readonly stored: StoredSink | undefined;
  /** Takes bytes that were hashed elsewhere, and written when there is a `direct`: they are not in `oid`. */
  take(bytes: Uint8Array): Promise<void>;
  restart(): Promise<void>;
  /** The SHA-256 of all bytes that were appended. Nothing is appended after it. */
  oid(): Oid;
}

export const createReceiver = (sink: Sink, meter: Meter): Receiver => {
  let hash = createHash('sha256');
  let sizeBytes = 0;
  return {
    sizeBytes: () => sizeBytes,
    expect: meter.expect,
    append: async (pieces) => {
      const writing = sink.append(pieces);
      let length = 0;
      for (const piece of pieces) {
        hash.update(piece);
        length += piece.byteLength;
      }
      sizeBytes += length;
      await writing;
      meter.add(length);
    },
    direct: sink.direct,
    stored: sink.stored,
    take: async (bytes) => {
      if (sink.direct === undefined) await sink.append([bytes]);
      else sink.direct.written(bytes.byteLength);
      sizeBytes += bytes.byteLength;
      meter.add(bytes.byteLength);
    },
    restart: async () => {
      hash = createHash('sha256');
      sizeBytes = 0;
      meter.restart();
      await sink.truncate();
    },
    oid: () => oidOf(hash.digest('hex')),
  };
};

/** For bytes that nobody keeps. */
export const nowhere: Sink = { append: async () => undefined, truncate: async () => undefined };
