import type { Pause } from '../../concurrency/pause-of.js';
import { type CommitGraph, walk } from '../../formats/commit-graph/index.js';

/** Orders of `git log` of one graph, each as far as somebody has asked for it. */
export interface CommitOrders {
  /** The commits of `git log <tip>` from a place on, at most `limit`. What lies before them is walked once. */
  slice(tip: number, from: number, limit: number, pause: Pause): Promise<Uint32Array>;
}

/** As many tips of a repository as people usually read on in at one time. */
const maxOrders = 4;

/** What orders take for each commit of the graph: its number, and a bit for whether it was seen. */
export const orderBytesPerCommit = maxOrders * (4 + 1 / 8);

/** Steps that hold the thread for a few milliseconds. */
const stepsPerSlice = 10_000;

const createOrder = (graph: CommitGraph, tip: number) => {
  const found = new Uint32Array(graph.commitCount);
  const ahead = walk(graph, [tip]);
  let count = 0;
  let isWhole = false;
  /** Goes on by some steps; others that want the same walk may do so in between. */
  const goOn = (until: number): void => {
    for (let steps = 0; steps < stepsPerSlice && count < until && !isWhole; steps += 1) {
      const next = ahead.next();
      if (next.done === true) isWhole = true;
      else found[count++] = next.value;
    }
  };
  return {
    slice: async (from: number, limit: number, pause: Pause): Promise<Uint32Array> => {
      const end = from + limit;
      goOn(end);
      while (count < end && !isWhole) {
        await pause();
        goOn(end);
      }
      return found.slice(Math.min(from, count), Math.min(end, count));
    },
  };
};

/** The tip that nobody has asked for longest makes room first. */
export const createCommitOrders = (graph: CommitGraph): CommitOrders => {
  const orders = new Map<number, ReturnType<typeof createOrder>>();
  return {
    slice: (tip, from, limit, pause) => {
      const order = orders.get(tip) ?? createOrder(graph, tip);
      orders.delete(tip);
      orders.set(tip, order);
      for (const oldest of orders.keys()) {
        if (orders.size <= maxOrders) break;
        orders.delete(oldest);
      }
      return order.slice(from, limit, pause);
    },
  };
};
