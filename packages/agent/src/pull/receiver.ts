import { createHash } from 'node:crypto';
import type { Oid } from '@svc/core';
import type { Meter } from '../meter.js';
import { oidOf } from '../verify/hash-file.js';

/** Where the bytes of an object go in order: a file, or nowhere when they are only looked at. */
export interface Sink {
  append(pieces: readonly Uint8Array[]): Promise<void>;
  truncate(): Promise<void>;
}

/** Takes an object's bytes, hashes them and hands them on. */
export interface Receiver {
  /** How many bytes there are so far. */
  sizeBytes(): number;
  append(pieces: readonly Uint8Array[]): Promise<void>;
  restart(): Promise<void>;
  /** The SHA-256 of all bytes. Nothing is appended after it. */
  oid(): Oid;
}

export const createReceiver = (sink: Sink, meter: Meter): Receiver => {
  let hash = createHash('sha256');
  let sizeBytes = 0;
  return {
    sizeBytes: () => sizeBytes,
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
