import { DAY_MS, type Instant, type RepositoryId, type UserId } from '../values/index.js';
import type { Recommendation } from './recommendation.js';

/** Nobody can take a dismissal back, so it ends by itself; what is worth doing then still is recommended again. */
export const dismissalMs = 90 * DAY_MS;

/** Somebody has said that a recommendation of a repository is not to be shown, to nobody and nowhere. */
export interface Dismissal {
  readonly repositoryId: RepositoryId;
  readonly recommendationId: Recommendation['id'];
  readonly dismissedBy: UserId;
  readonly dismissedAt: Instant;
}
