interface Change {
  readonly error: unknown;
  readonly submittedAt: number;
}

/** Why the last one of some changes was refused: with the next one, what came before it is over. */
export const latestFault = (...changes: readonly Change[]): unknown =>
  changes.toSorted((one, other) => other.submittedAt - one.submittedAt)[0]?.error ?? null;
