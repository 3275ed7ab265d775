import { dismissalMs } from '../../model/recommendations/dismissal.js';
import type { Recommendation } from '../../model/recommendations/recommendation.js';
import type { Instant } from '../../model/values/index.js';
import type { Queries } from '../../ports/unit-of-work.js';

/** Leaves out what was dismissed. Only what is about one repository ever is. */
export const withoutDismissed = async (
  { recommendations }: Pick<Queries, 'recommendations'>,
  found: readonly Recommendation[],
  now: Instant,
): Promise<readonly Recommendation[]> => {
  const repositories = new Set(found.flatMap(({ repositoryId }) => repositoryId ?? []));
  if (repositories.size === 0) return found;
  const dismissed = await recommendations.listDismissed([...repositories], now - dismissalMs);
  return found.filter(({ id }) => !dismissed.has(id));
};
