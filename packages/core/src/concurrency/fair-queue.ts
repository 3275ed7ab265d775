export interface FairQueueLimits {
  /** How much runs at the same time, of all lanes. */
  readonly width: number;
  /** How much of one lane does. */
  readonly widthPerLane: number;
  /** How much of one lane may wait; without a bound when absent. */
  readonly maxWaitingPerLane?: number;
}

/**
 * Work of many lanes, such as organizations, over a few places. Who brings more work waits longer for it, and nobody else does: a free place goes to the
 * lane that has the fewest, and among equals to the one whose last turn was longest ago. Within a lane, first come is first served.
 */
export interface FairQueue {
  /** Throws `LaneFull`, and `Abandoned` when the signal comes before the work has begun; what has begun has to look at the signal itself. */
  run<T>(lane: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Whether work waits that would begin if the lane gave up one of its places. */
  isWaitedFor(lane: string): boolean;
}

/** So much work of the lane waits that no more is taken. */
export class LaneFull extends Error {
  override readonly name = 'LaneFull';

  constructor() {
    super('too much work of one lane waits');
  }
}

/** Nobody waits for the outcome any more. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';

  constructor() {
    super('nobody waits for the outcome any more');
  }
}

export const demandWanted = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted === true) throw new Abandoned();
};

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

export const createFairQueue = ({
  width,
  widthPerLane,
  maxWaitingPerLane = Number.POSITIVE_INFINITY,
}: FairQueueLimits): FairQueue => {
  /** Those that run or wait, the one whose turn was longest ago first. */
  const lanes = new Map<string, Lane>();
  let running = 0;

  const nextLane = (): [string, Lane] | undefined => {
    let next: [string, Lane] | undefined;
    for (const [name, lane] of lanes) {
      if (lane.waiting.length === 0 || lane.running >= widthPerLane) continue;
      if (next === undefined || lane.running < next[1].running) next = [name, lane];
    }
    return next;
  };
  const goLast = (name: string, lane: Lane): void => {
    lanes.delete(name);
    lanes.set(name, lane);
  };
  const beginNext = (): void => {
    while (running < width) {
      const next = nextLane();
      if (next === undefined) return;
      const [name, lane] = next;
      goLast(name, lane);
      lane.running += 1;
      running += 1;
      lane.waiting.shift()?.();
    }
  };
  const forgetIdle = (name: string, lane: Lane): void => {
    if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(name);
  };

  const place = (name: string, lane: Lane, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        lane.waiting.splice(lane.waiting.indexOf(begin), 1);
        forgetIdle(name, lane);
        reject(new Abandoned());
      };
      signal?.addEventListener('abort', leave, { once: true });
      lane.waiting.push(begin);
      beginNext();
    });

  return {
    run: async (name, work, signal) => {
      demandWanted(signal);
      const lane = lanes.get(name) ?? { running: 0, waiting: [] };
      if (lane.waiting.length >= maxWaitingPerLane) throw new LaneFull();
      lanes.set(name, lane);
      await place(name, lane, signal);
      try {
        return await work();
      } finally {
        lane.running -= 1;
        running -= 1;
        // Who came during its turn is before it.
        goLast(name, lane);
        forgetIdle(name, lane);
        beginNext();
      }
    },
    isWaitedFor: (name) => {
      for (const [other, lane] of lanes) {
        if (lane.waiting.length > 0 && (other === name || lane.running < widthPerLane)) return true;
      }
      return false;
    },
  };
};
