import { type CommitGraph, timeOf } from './commit-graph.js';

interface Queued {
  readonly commit: number;
  readonly time: number;
  /** How many came before. */
  readonly turn: number;
}

const isEarlier = (left: Queued, right: Queued): boolean =>
  left.time > right.time || (left.time === right.time && left.turn < right.turn);

/** Commits from the newest to the oldest; of those of one time whatever came first, as in git's lists and queues. A binary heap. */
export class DateQueue {
  readonly #graph: CommitGraph;
  readonly #heap: Queued[] = [];
  #turn = 0;

  constructor(graph: CommitGraph) {
    this.#graph = graph;
  }

  put(commit: number): void {
    const item: Queued = { commit, time: timeOf(this.#graph, commit), turn: this.#turn++ };
    let at = this.#heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.#heap[above];
      if (parent === undefined || isEarlier(parent, item)) break;
      this.#heap[at] = parent;
      at = above;
    }
    this.#heap[at] = item;
  }

  take(): number | undefined {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (first !== undefined && last !== undefined && this.#heap.length > 0) this.#sink(last);
    return first?.commit;
  }

  /** Puts an item in the place of the first one, and down to where it belongs. */
  #sink(item: Queued): void {
    let at = 0;
    for (;;) {
      const left = this.#heap[2 * at + 1];
      const right = this.#heap[2 * at + 2];
      const isRight = left !== undefined && right !== undefined && isEarlier(right, left);
      const child = isRight ? right : left;
      if (child === undefined || isEarlier(item, child)) break;
      this.#heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    this.#heap[at] = item;
  }
}
