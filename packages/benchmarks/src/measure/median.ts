/** The middle one of the figures, or the mean of the two in the middle. */
export const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((left, right) => left - right);
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (lower === undefined || upper === undefined) throw new Error('invariant: there is a figure');
  return (lower + upper) / 2;
};
