import { invariant } from '../../model/app-error.js';
import { ByteReader, ByteWriter } from '../varint.js';
import type { CommitGraph, GraphCommit } from './commit-graph.js';

/** A chunk holds so many commits, the last one as many as there are. */
export const commitsPerChunk = 1024;

const version = 1;
/** Of a commit in a chunk: one parent nearby, a time near the one before. */
const expectedCommitBytes = 6;

/** The commit graph is not what was written: the database is damaged. */
export class CommitGraphCorrupted extends Error {
  override readonly name = 'CommitGraphCorrupted';

  constructor(readonly chunk: number) {
    super(`chunk ${chunk} of the commit graph is damaged`);
  }
}

/** An integer of either sign as one of none: 0, -1, 1, -2, 2 ... */
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);

/**
 * Writes the commits of one chunk, of which `first` is the number of the first: how many there are, and for each how many parents, how far back those are, and
 * how much later than the one before it was committed.
 */
export const packGraph = (first: number, commits: readonly GraphCommit[]): Uint8Array => {
  invariant(first % commitsPerChunk === 0 && commits.length <= commitsPerChunk, 'a chunk begins where chunks begin');
  const writer = new ByteWriter(expectedCommitBytes * commits.length + 8);
  writer.byte(version);
  writer.varint(commits.length);
  let lastTime = 0;
  for (const [at, { parents, committedAt }] of commits.entries()) {
    writer.varint(parents.length);
    for (const parent of parents) {
      invariant(parent >= 0 && parent < first + at, 'parents come before children');
      writer.varint(first + at - parent);
    }
    writer.varint(zigzag(committedAt - lastTime));
    lastTime = committedAt;
  }
  return writer.finish();
};

/** Reads the commits of a chunk. */
const unpackChunk = (bytes: Uint8Array, chunk: number): readonly GraphCommit[] => {
  const fail = (): never => {
    throw new CommitGraphCorrupted(chunk);
  };
  const reader = new ByteReader(bytes, 0, fail);
  if (reader.byte() !== version) fail();
  const count = reader.varint();
  if (count > commitsPerChunk) fail();
  const commits: GraphCommit[] = [];
  let committedAt = 0;
  while (commits.length < count) {
    const number = chunk * commitsPerChunk + commits.length;
    const parents: number[] = [];
    for (let left = reader.varint(); left > 0; left -= 1) {
      const back = reader.varint();
      if (back < 1 || back > number) fail();
      parents.push(number - back);
    }
    committedAt += unzigzag(reader.varint());
    commits.push({ parents, committedAt });
  }
  return reader.isAtEnd ? commits : fail();
};

/** Chunks that hold the thread for a few milliseconds. */
const chunksPerSlice = 8;

/**
 * The graph that chunks hold, from the first one on. `pause` is called after every few milliseconds of work.
 *
 * @throws CommitGraphCorrupted
 */
export const unpackGraph = async (chunks: readonly Uint8Array[], pause: () => Promise<void>): Promise<CommitGraph> => {
  const starts: number[] = [0];
  const parents: number[] = [];
  const times: number[] = [];
  for (const [chunk, bytes] of chunks.entries()) {
    if (chunk > 0 && chunk % chunksPerSlice === 0) await pause();
    const commits = unpackChunk(bytes, chunk);
    if (times.length !== chunk * commitsPerChunk) throw new CommitGraphCorrupted(chunk - 1);
    for (const commit of commits) {
      parents.push(...commit.parents);
      starts.push(parents.length);
      times.push(commit.committedAt);
    }
  }
  return {
    commitCount: times.length,
    parentStarts: Uint32Array.from(starts),
    parents: Uint32Array.from(parents),
    times: Float64Array.from(times),
  };
};

/**
 * The chunks that change when commits come to a graph, by their numbers. `lastChunk` is the last one there is, if it has room.
 *
 * @throws CommitGraphCorrupted
 */
export const extendGraph = (
  commitCount: number,
  lastChunk: Uint8Array | undefined,
  added: readonly GraphCommit[],
): ReadonlyMap<number, Uint8Array> => {
  const chunks = new Map<number, Uint8Array>();
  const firstChunk = Math.floor(commitCount / commitsPerChunk);
  const before = commitCount % commitsPerChunk;
  const kept = before === 0 || lastChunk === undefined ? [] : unpackChunk(lastChunk, firstChunk);
  if (kept.length !== before) throw new CommitGraphCorrupted(firstChunk);
  const commits = [...kept, ...added];
  for (let at = 0; at < commits.length; at += commitsPerChunk) {
    const chunk = firstChunk + at / commitsPerChunk;
    chunks.set(chunk, packGraph(chunk * commitsPerChunk, commits.slice(at, at + commitsPerChunk)));
  }
  return added.length === 0 ? new Map() : chunks;
};
