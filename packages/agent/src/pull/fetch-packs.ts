import { partsBytes } from '@svc/client';
import { invariant } from '@svc/core/model';
import { createBufferPool } from '../pipeline/buffer-pool.js';
import type { FailFast } from '../pipeline/fail-fast.js';
import { type Asking, fillRange, fillRequest, type PackRequest } from './fill-request.js';
import { createHeldChunks, type HeldChunk, placeOf } from './held-chunks.js';
import type { PulledChunk } from './local-version.js';
import type { LookAhead, NeededChunk, NumberedWindow } from './look-ahead.js';
import { type RequestPlan, waysToAsk } from './plan-requests.js';
import { createRooms, type Room, type Rooms } from './rooms.js';
import { maxWindowBytes, maxWindowChunks } from './windows.js';

/** A window that has been asked for. */
export interface AskedWindow extends NumberedWindow {
  /** Its stored bytes are there. */
  readonly received: Promise<unknown>;
}

/** Fetches what windows need of packs, and with one request what later windows need of the same pack. */
export interface PackFetcher {
  /** Memory that the threads share. */
  readonly memory: Uint8Array;
  /** Asks for what the next window needs and is not there yet; undefined when that has no room before a former one is let go of. */
  ask(window: NumberedWindow): AskedWindow | undefined;
  /** Where in memory a chunk lies that has been received. */
  placeOf(location: PulledChunk): number;
  /** Receives a chunk once more that turned out to be damaged. */
  fetchAgain(location: PulledChunk): Promise<void>;
  /** The first window that has been asked for is needed no more. */
  letGo(window: AskedWindow): void;
}

const MIB = 1024 * 1024;
const usualRoomsBytes = 64 * MIB;
/** Room for one window alone, whatever its requests are answered: its chunks, with what stands before each and before the first of each two. */
const reserveBytes = maxWindowBytes + partsBytes([]) * (maxWindowChunks + maxWindowChunks / 2);
/** A request takes one part in so many of what is free, so that those for other packs find room, too. */
const shareOfFree = 3;
const maxRequestBytes = 16 * MIB;
/** What stands before the parts of an answer, about. */
const headingsBytes = MIB / 32;
/** So many requests are under way at a time. */
const maxConcurrent = 3;

/** A room for each request, or none for any. */
const takeRooms = (rooms: Rooms, plans: readonly RequestPlan[]): readonly Room[] | undefined => {
  const taken: Room[] = [];
  for (const { roomBytes } of plans) {
    const room = rooms.take(roomBytes);
    if (room === undefined) {
      for (const each of taken) rooms.give(each);
      return undefined;
    }
    taken.push(room);
  }
  return taken;
};

export const createPackFetcher = (
  asking: Asking,
  lookAhead: LookAhead,
  failFast: FailFast,
  roomsBytes = usualRoomsBytes,
): PackFetcher => {
  const memory = new Uint8Array(new SharedArrayBuffer(roomsBytes + reserveBytes));
  const rooms = createRooms(0, roomsBytes);
  const reserve = createRooms(roomsBytes, memory.byteLength);
  const held = createHeldChunks();
  const turns = createBufferPool(
    Array.from({ length: maxConcurrent }, (_, turn) => turn),
    failFast,
  );
  /** How many windows have been asked for and not been let go of. */
  let asked = 0;

  const heldOf = (location: PulledChunk): HeldChunk => {
    const chunk = held.of(location);
    invariant(chunk !== undefined, 'what a window needs is held until the window is let go of');
    return chunk;
  };

  const receive = async (request: PackRequest): Promise<void> => {
    const turn = await turns.take();
    try {
      await fillRequest(asking, request);
    } catch (fault) {
      failFast.fail(fault);
      throw fault;
    }
    turns.give(turn);
  };

  const start = (pack: PulledChunk['pack'], plan: RequestPlan, room: Room, from: Rooms): void => {
    const blocks = plan.blocks.map(({ begin, end, chunks }) => ({ begin, end, chunks, place: 0 }));
    const received = receive({ pack, blocks, room: memory.subarray(room.begin, room.end) });
    // Who waits for the chunks meets the fault; there may be nobody any more.
    received.catch(() => undefined);
    const chunks = blocks.flatMap((block) => block.chunks.map((chunk) => ({ ...chunk, block, received })));
    held.hold(chunks, room, from);
  };

  /** Whether there was room. */
  const askFor = (chunks: readonly [NeededChunk, ...NeededChunk[]]): boolean => {
    const [
      {
        location: { pack },
      },
    ] = chunks;
    const tryIn = (from: Rooms, plans: readonly RequestPlan[]): boolean => {
      const taken = takeRooms(from, plans);
      for (const [index, room] of (taken ?? []).entries()) {
        const plan = plans[index];
        if (plan !== undefined) start(pack, plan, room, from);
      }
      return taken !== undefined;
    };
    const coming = lookAhead.comingOf(pack).filter(({ location }) => held.of(location) === undefined);
    const maxBytes = Math.min(maxRequestBytes, rooms.freeBytes() / shareOfFree, rooms.longestBytes() - headingsBytes);
    for (const plans of waysToAsk(chunks, coming, maxBytes, asking.answersSeveral)) if (tryIn(rooms, plans)) return true;
    if (asked > 0) return false;
    const [...narrow] = waysToAsk(chunks, [], 0, asking.answersSeveral);
    invariant(tryIn(reserve, narrow.at(-1) ?? []), 'a window alone has room');
    return true;
  };

  return {
    memory,
    ask: ({ number, chunks }) => {
      const missing = new Map<PulledChunk['pack'], [NeededChunk, ...NeededChunk[]]>();
      for (const location of chunks) {
        if (held.of(location) !== undefined) continue;
        const others = missing.get(location.pack);
        if (others !== undefined) others.push({ location, window: number });
        else missing.set(location.pack, [{ location, window: number }]);
      }
      for (const ofPack of missing.values()) if (!askFor(ofPack)) return undefined;
      asked += 1;
      const needed = chunks.map(heldOf);
      // Not before all of it has room: the reserve is free of what windows before this one needed once there is none of them.
      for (const chunk of needed) chunk.window = Math.max(chunk.window, number);
      const received = Promise.all(new Set(needed.map((chunk) => chunk.received)));
      received.catch(() => undefined);
      return { number, chunks, received };
    },
    placeOf: (location) => placeOf(heldOf(location)),
    fetchAgain: async (location) => {
      const { pack, offset, storedBytes } = location;
      const place = placeOf(heldOf(location));
      const range = { begin: offset, end: offset + storedBytes };
      await fillRange(asking, pack, range, memory.subarray(place, place + storedBytes));
    },
    letGo: ({ number }) => {
      asked -= 1;
      held.letGo(number);
    },
  };
};
