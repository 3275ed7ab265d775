import type { Block } from './fill-request.js';
import type { PulledChunk } from './local-version.js';
import type { Room, Rooms } from './rooms.js';

/** A chunk that has been asked for. */
export interface HeldChunk {
  readonly location: PulledChunk;
  readonly block: Block;
  /** That of its request. */
  readonly received: Promise<void>;
  /** The last one that needs it. */
  window: number;
}

/** What one request is answered. */
interface Answer {
  /** Where its room was taken. */
  readonly rooms: Rooms;
  /** In the order in which they lie. */
  readonly chunks: readonly HeldChunk[];
  /** So many of them, from the first one on, are held no more. */
  letGo: number;
  /** Where the room of the others begins. */
  begin: number;
  readonly end: number;
}

export interface HeldChunks {
  of(location: PulledChunk): HeldChunk | undefined;
  /** Holds the chunks of an answer, in the order in which they lie in its room. */
  hold(chunks: readonly HeldChunk[], room: Room, rooms: Rooms): void;
  /** No window up to this one needs anything any more. Their room is given back, from the beginning of each answer on. */
  letGo(window: number): void;
}

export const placeOf = ({ block, location }: HeldChunk): number => block.place + location.offset - block.begin;

const releaseRoom = (answer: Answer): void => {
  const { rooms, chunks, letGo, begin, end } = answer;
  const next = chunks[letGo];
  const to = next === undefined ? end : placeOf(next);
  rooms.give({ begin, end: to });
  answer.begin = to;
};

/** An offset has 26 bits and a length 21: what a damaged list cuts in two ways from one place is two chunks. */
const keyOf = ({ offset, storedBytes }: PulledChunk): number => offset * 2 ** 21 + storedBytes;

export const createHeldChunks = (): HeldChunks => {
  const packs = new Map<PulledChunk['pack'], Map<number, HeldChunk>>();
  let answers: readonly Answer[] = [];

  const forget = ({ location }: HeldChunk): void => {
    const ofPack = packs.get(location.pack);
    ofPack?.delete(keyOf(location));
    if (ofPack?.size === 0) packs.delete(location.pack);
  };

  const letGoOf = (answer: Answer, window: number): void => {
    const before = answer.letGo;
    for (let next = answer.chunks[before]; next !== undefined && next.window <= window; next = answer.chunks[answer.letGo]) {
      forget(next);
      answer.letGo += 1;
    }
    if (answer.letGo > before) releaseRoom(answer);
  };

  return {
    of: (location) => packs.get(location.pack)?.get(keyOf(location)),
    hold: (chunks, { begin, end }, rooms) => {
      for (const chunk of chunks) {
        const { pack } = chunk.location;
        const ofPack = packs.get(pack) ?? new Map<number, HeldChunk>();
        packs.set(pack, ofPack.set(keyOf(chunk.location), chunk));
      }
      answers = [...answers, { rooms, chunks, letGo: 0, begin, end }];
    },
    letGo: (window) => {
      for (const answer of answers) letGoOf(answer, window);
      answers = answers.filter(({ letGo, chunks }) => letGo < chunks.length);
    },
  };
};
