/** Lanes in which transactions were in each other's way a moment ago, as this process has seen. */
export interface ContendedLanes {
  note(lane: number): void;
  forget(lane: number): void;
  has(lane: number): boolean;
}

/** So long after the last time a lane counts as contended. Longer than any transaction is run again. */
const rememberedMs = 15_000;
/** More are forgotten, the oldest first: what is not known of one costs a few more tries. */
const most = 1000;

export const createContendedLanes = (now: () => number = () => performance.now()): ContendedLanes => {
  const seenAt = new Map<number, number>();
  return {
    note: (lane) => {
      // The map has them in the order in which they were noted last.
      seenAt.delete(lane);
      seenAt.set(lane, now());
      const [oldest] = seenAt.keys();
      if (seenAt.size > most && oldest !== undefined) seenAt.delete(oldest);
    },
    forget: (lane) => void seenAt.delete(lane),
    has: (lane) => now() - (seenAt.get(lane) ?? -Infinity) < rememberedMs,
  };
};
