import { KIB, MIB, type Instant } from '../../../model/values/index.js';
import type { Clock } from '../../../ports/clock.js';
import { groupBytes } from './decode-chunks.js';

/** What all readers of assembled objects in a process may take together, so that those who do not read cannot take the memory of those who do. */
export interface DownloadLimits {
  /** Readers at once, and those of one organization: each has a few pieces of `pieceBytes` on their way to its socket, which nobody can take back. */
  readonly maxReaders: number;
  readonly maxReadersOfOne: number;
  /** Bytes of chunks and of manifests that are being read, and those of one organization. */
  readonly maxBytes: number;
  readonly maxBytesOfOne: number;
  /** A reader that has asked for nothing for so long gives its chunks back when others need the room, and has them read again if it goes on. */
  readonly stallMs: number;
}

/** At most 192 MiB with the pieces; parsed manifests that are kept come on top of it. */
export const downloadLimits: DownloadLimits = {
  maxReaders: 512,
  maxReadersOfOne: 256,
  maxBytes: 96 * MIB,
  maxBytesOfOne: 48 * MIB,
  stallMs: 1000,
};

/** What a reader is given at once: one is in its hands, one in front of its socket, one is withheld. */
export const pieceBytes = 64 * KIB;

const minGroupBytes = 256 * KIB;

/** Room that somebody has. */
export interface MemoryReservation {
  /** Taken back: the room is somebody else's by now. */
  readonly isGone: boolean;
  /** Gives back what is above so many bytes. */
  shrinkTo(bytes: number): void;
  /** Until `wake` nobody uses what lies there, and it can be taken back. */
  rest(): void;
  wake(): void;
  release(): void;
}

/** One reader of an assembled object. */
export interface DownloadReader {
  /** How much it should read at once: less, the more readers there are. */
  groupBytes(): number;
  /** Waits for room. `takeBack` is called when resting room is given to somebody else: then nothing may refer to what lay there. */
  hold(bytes: number, takeBack: () => void): Promise<MemoryReservation>;
  /** Room that is free now and that nobody waits for. */
  tryHold(bytes: number, takeBack: () => void): MemoryReservation | undefined;
  leave(): void;
}

export interface DownloadBudget {
  /** Lets another reader in; undefined when there are as many as there may be. */
  enter(owner: string): DownloadReader | undefined;
  /** Waits for room for work that is done soon, and holds it until then. */
  spend<T>(owner: string, bytes: number, work: () => Promise<T>): Promise<T>;
}

interface Share {
  readers: number;
  bytes: number;
}

interface Waiter {
  readonly owner: string;
  readonly bytes: number;
  readonly begin: () => void;
}

interface RestingReservation {
  readonly owner: string;
  readonly since: Instant;
  readonly takeBack: () => void;
}

export const createDownloadBudget = (clock: Clock, limits: DownloadLimits = downloadLimits): DownloadBudget => {
  const shares = new Map<string, Share>();
  const all: Share = { readers: 0, bytes: 0 };
  /** The one that has rested for longest is the first. */
  const resting = new Set<RestingReservation>();
  const waiting = new Set<Waiter>();
  let callOff: (() => void) | undefined;

  const shareOf = (owner: string): Share => shares.get(owner) ?? { readers: 0, bytes: 0 };
  const count = (owner: string, readers: number, bytes: number): void => {
    const share = shareOf(owner);
    share.readers += readers;
    share.bytes += bytes;
    all.readers += readers;
    all.bytes += bytes;
    if (share.readers === 0 && share.bytes === 0) shares.delete(owner);
    else shares.set(owner, share);
  };

  const fitsOwn = ({ owner, bytes }: Waiter): boolean => shareOf(owner).bytes + bytes <= limits.maxBytesOfOne;
  const fits = (waiter: Waiter): boolean => fitsOwn(waiter) && all.bytes + waiter.bytes <= limits.maxBytes;

  const makeRoom = (waiter: Waiter): boolean => {
    const stalledBefore = clock.now() - limits.stallMs;
    for (const hold of resting) {
      if (fits(waiter) || hold.since > stalledBefore) break;
      // Nobody gives way to an organization that has had its share.
      if (fitsOwn(waiter) || hold.owner === waiter.owner) hold.takeBack();
    }
    return fits(waiter);
  };

  /** Who has least comes first. */
  const nextWaiter = (): Waiter | undefined => {
    const inOrder = [...waiting].sort((left, right) => shareOf(left.owner).bytes - shareOf(right.owner).bytes);
    for (const waiter of inOrder) {
      if (makeRoom(waiter)) return waiter;
      // Those behind it wait for what is free, too, or a large one would wait for ever.
      if (fitsOwn(waiter)) return undefined;
    }
    return undefined;
  };
  const serve = (): void => {
    for (let next = nextWaiter(); next !== undefined; next = nextWaiter()) {
      waiting.delete(next);
      count(next.owner, 0, next.bytes);
      next.begin();
    }
    if (waiting.size === 0 || callOff !== undefined) return;
    callOff = clock.after?.(limits.stallMs, () => {
      callOff = undefined;
      serve();
    });
  };

  const createReservation = (owner: string, heldBytes: number, takeBack: () => void): MemoryReservation => {
    let bytes = heldBytes;
    let isGone = false;
    let rest: RestingReservation | undefined;
    const wake = (): void => {
      if (rest !== undefined) resting.delete(rest);
      rest = undefined;
    };
    const giveUp = (): void => {
      wake();
      isGone = true;
      count(owner, 0, -bytes);
      bytes = 0;
    };
    const takenBack = (): void => {
      giveUp();
      takeBack();
    };
    return {
      get isGone() {
        return isGone;
      },
      shrinkTo: (needed) => {
        if (needed >= bytes) return;
        count(owner, 0, needed - bytes);
        bytes = needed;
        serve();
      },
      rest: () => {
        if (isGone || rest !== undefined) return;
        rest = { owner, since: clock.now(), takeBack: takenBack };
        resting.add(rest);
      },
      wake,
      release: () => {
        if (isGone) return;
        giveUp();
        serve();
      },
    };
  };

  const hold = async (owner: string, wanted: number, takeBack: () => void): Promise<MemoryReservation> => {
    // What is above all that one may have gets all of it.
    const bytes = Math.min(wanted, limits.maxBytesOfOne);
    await new Promise<void>((begin) => {
      waiting.add({ owner, bytes, begin });
      serve();
    });
    return createReservation(owner, bytes, takeBack);
  };

  const tryHold = (owner: string, bytes: number, takeBack: () => void): MemoryReservation | undefined => {
    if (waiting.size > 0 || !fits({ owner, bytes, begin: () => undefined })) return undefined;
    count(owner, 0, bytes);
    return createReservation(owner, bytes, takeBack);
  };

  return {
    enter: (owner) => {
      if (all.readers >= limits.maxReaders || shareOf(owner).readers >= limits.maxReadersOfOne) return undefined;
      count(owner, 1, 0);
      let isIn = true;
      return {
        groupBytes: () => Math.min(groupBytes, Math.max(minGroupBytes, Math.floor(limits.maxBytes / (4 * all.readers)))),
        hold: (bytes, takeBack) => hold(owner, bytes, takeBack),
        tryHold: (bytes, takeBack) => tryHold(owner, bytes, takeBack),
        leave: () => {
          if (isIn) count(owner, -1, 0);
          isIn = false;
        },
      };
    },
    spend: async (owner, bytes, work) => {
      const held = await hold(owner, bytes, () => undefined);
      try {
        return await work();
      } finally {
        held.release();
      }
    },
  };
};
