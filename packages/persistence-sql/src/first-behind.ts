/**
 * The first rows behind a place of a list that begins with the largest number: those that share its number, then those below it. The ties may be many, as all
 * objects of one upload have one time: so they are a range of the index of their own, since one condition for both reads every tie in front of the place.
 */
export const firstBehind = async <Row>(
  limit: number,
  tied: (most: number) => Promise<readonly Row[]>,
  below: (most: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const ties = await tied(limit);
  return ties.length === limit ? ties : [...ties, ...(await below(limit - ties.length))];
};
