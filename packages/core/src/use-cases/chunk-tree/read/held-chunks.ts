import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import type { ChunkTree } from './chunk-tree.js';
import { concurrentGroups } from './decode-chunks.js';
import { type DownloadReader, type MemoryReservation, pieceBytes } from './download-budget.js';
import { decodedBytesOf, type Group, groupsOf, readBytesOf, readGroup } from './read-chunks.js';
import { heldBytes, type ReadMemory } from './read-memory.js';

/** One piece is withheld and one may lie in front of the socket, which is not drained before a third one is asked for. */
const aheadAfterBytes = 2 * pieceBytes;

/**
 * A group of chunks that takes room of the budget while they are in memory. They can be taken back whenever nobody is at work with them, and are read again
 * when they are wanted: a group that is read ahead rests, too, so that who waits for room never keeps others from it.
 */
interface HeldGroup {
  /** Reads the chunks if there is room now. */
  tryToBegin(): void;
  /** A copy of the next bytes of the chunk from `offset` on; empty at its end, undefined behind the last chunk. */
  piece(chunkNumber: number, offset: number): Promise<Uint8Array | undefined>;
  close(): void;
}

const openGroup = (tree: ChunkTree, reader: DownloadReader, memory: ReadMemory, group: Group): HeldGroup => {
  const readingBytes = heldBytes(readBytesOf(group));
  const neededBytes = decodedBytesOf(group);
  let chunks: readonly Uint8Array[] | undefined;
  let held: MemoryReservation | undefined;
  let loading: Promise<void> | undefined;
  let isOver = false;

  const takeBack = (): void => {
    chunks = undefined;
    held = undefined;
  };
  const load = async (hold: MemoryReservation): Promise<void> => {
    try {
      const read = await readGroup(tree, { memory, reusesChunks: false }, group);
      if (isOver) return;
      chunks = read.chunks;
      held = hold;
      hold.shrinkTo(neededBytes);
      hold.rest();
    } finally {
      if (held !== hold) hold.release();
      loading = undefined;
    }
  };
  const begin = async (): Promise<void> => load(await reader.hold(readingBytes + neededBytes, takeBack));

  return {
    tryToBegin: () => {
      const hold = reader.tryHold(readingBytes + neededBytes, takeBack);
      if (hold === undefined) return;
      loading = load(hold);
      // The reader meets the fault when it comes to this group; it may leave before.
      loading.catch(() => undefined);
    },
    piece: async (chunkNumber, offset) => {
      if (chunkNumber >= group.wanted.length) return undefined;
      while (chunks === undefined) await (loading ??= begin());
      // It rests anew from here on: its reader has not stalled.
      held?.wake();
      held?.rest();
      return chunks[chunkNumber]?.slice(offset, offset + pieceBytes);
    },
    close: () => {
      isOver = true;
      chunks = undefined;
      held?.release();
      held = undefined;
    },
  };
};

/**
 * The raw bytes of chunks in the given order, each checked against its name, in pieces of their own memory. Nothing is read before the reader asks for the
 * first piece, and nothing ahead of it before it has asked for more than what lies in front of a socket: a reader that does not take what it was given costs
 * one group, and that only until somebody else needs the room. A fault throws; what came before it is right.
 */
export async function* readHeldChunks(
  tree: ChunkTree,
  locations: AsyncIterable<ChunkLocation>,
  reader: DownloadReader,
  memory: ReadMemory,
): AsyncGenerator<Uint8Array, void, undefined> {
  const groups = groupsOf(locations, () => reader.groupBytes());
  const opened: HeldGroup[] = [];
  let takenBytes = 0;
  const openNext = async (): Promise<HeldGroup | undefined> => {
    const next = await groups.next();
    if (next.done === true) return undefined;
    const group = openGroup(tree, reader, memory, next.value);
    opened.push(group);
    return group;
  };
  const readAhead = async (): Promise<void> => {
    while (opened.length < concurrentGroups) {
      const group = await openNext();
      if (group === undefined) return;
      group.tryToBegin();
    }
  };
  try {
    for (let group = await openNext(); group !== undefined; group = opened[0] ?? (await openNext())) {
      let [chunkNumber, offset] = [0, 0];
      for (;;) {
        const piece = await group.piece(chunkNumber, offset);
        if (piece === undefined) break;
        [chunkNumber, offset] = piece.byteLength < pieceBytes ? [chunkNumber + 1, 0] : [chunkNumber, offset + pieceBytes];
        if (piece.byteLength === 0) continue;
        yield piece;
        takenBytes += piece.byteLength;
        if (takenBytes > aheadAfterBytes) await readAhead();
      }
      opened.shift();
      group.close();
    }
  } finally {
    for (const group of opened) group.close();
  }
}
