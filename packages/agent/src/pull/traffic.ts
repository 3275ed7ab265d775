/** Counts what a pull receives. */
export interface Traffic {
  receivedBytes: number;
}
