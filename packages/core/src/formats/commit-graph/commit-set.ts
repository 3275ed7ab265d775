/** Commits by their numbers, a bit for each of the graph. */
export class CommitSet {
  readonly #bits: Uint32Array;
  #size = 0;

  /** An empty set of commits below a number. */
  constructor(commitCount: number) {
    this.#bits = new Uint32Array(Math.ceil(commitCount / 32));
  }

  get size(): number {
    return this.#size;
  }

  has(commit: number): boolean {
    return (((this.#bits[commit >>> 5] ?? 0) >>> (commit & 31)) & 1) === 1;
  }

  /** Takes a commit in; tells whether it was not there. */
  add(commit: number): boolean {
    if (this.has(commit)) return false;
    this.#bits[commit >>> 5] = (this.#bits[commit >>> 5] ?? 0) | (1 << (commit & 31));
    this.#size += 1;
    return true;
  }
}
