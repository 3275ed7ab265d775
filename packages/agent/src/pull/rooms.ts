import { invariant } from '@svc/core/model';

/** A part of a memory, from `begin` on and before `end`. */
export interface Room {
  readonly begin: number;
  readonly end: number;
}

/** Memory of which parts are taken, and given back in pieces of any size. */
export interface Rooms {
  /** All that is free, whether or not it can be taken at once. */
  freeBytes(): number;
  /** How long the longest part is that can be taken. */
  longestBytes(): number;
  /** Undefined where no free part is as long. */
  take(sizeBytes: number): Room | undefined;
  give(room: Room): void;
}

/** Takes the first free part that is long enough: what is given back soon stays together. */
export const createRooms = (begin: number, end: number): Rooms => {
  /** In order, and apart from each other. */
  const free: { begin: number; end: number }[] = [{ begin, end }];
  return {
    freeBytes: () => free.reduce((total, part) => total + part.end - part.begin, 0),
    longestBytes: () => free.reduce((longest, part) => Math.max(longest, part.end - part.begin), 0),
    take: (sizeBytes) => {
      const at = free.findIndex((part) => part.end - part.begin >= sizeBytes);
      const part = free[at];
      if (part === undefined) return undefined;
      const room = { begin: part.begin, end: part.begin + sizeBytes };
      part.begin = room.end;
      if (part.begin === part.end) free.splice(at, 1);
      return room;
    },
    give: (room) => {
      if (room.begin === room.end) return;
      const behind = free.findIndex((part) => part.begin >= room.end);
      const at = behind < 0 ? free.length : behind;
      const before = free[at - 1];
      const after = free[at];
      invariant(before === undefined || before.end <= room.begin, 'what is given back was taken');
      const joinsBefore = before?.end === room.begin;
      const joinsAfter = after?.begin === room.end;
      const joined = { begin: joinsBefore ? before.begin : room.begin, end: joinsAfter ? after.end : room.end };
      free.splice(joinsBefore ? at - 1 : at, Number(joinsBefore) + Number(joinsAfter), joined);
    },
  };
};
