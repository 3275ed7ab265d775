/** The figure that so large a share of the sorted ones does not exceed. */
export const percentile = (sorted: readonly number[], share: number): number => {
  const figure = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (figure === undefined) throw new Error('invariant: there is a figure');
  return figure;
};
