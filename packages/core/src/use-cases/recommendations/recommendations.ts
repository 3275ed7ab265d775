import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant, RepositoryGrant } from '../../access/grant.js';
import type { Forbidden, NotFound, Unavailable } from '../../model/app-error.js';
import type { Recommendation } from '../../model/recommendations/recommendation.js';
import type { Ports } from '../../ports/ports.js';
import { dismissRecommendation } from './dismiss-recommendation.js';
import { recommendOfRepository } from './recommend-of-repository.js';
import { recommend } from './recommend.js';

/** What is worth doing in an organization (spec 4.4, 4.9). */
export interface Recommendations {
  /**
   * Lists what is worth doing, the most pressing first (spec 4.4). Each finding needs the permission to see its subject:
   * repositories `repositories.read` and no override NONE, connections `storage.read`, tokens `tokens.create`.
   */
  readonly ofOrganization: (grant: OrganizationGrant<'usage.read'>) => ResultAsync<readonly Recommendation[], Unavailable>;

  /** Lists the organization's recommendations about this repository (spec 4.9). */
  readonly ofRepository: (grant: RepositoryGrant<'repository.pull'>) => ResultAsync<readonly Recommendation[], Unavailable>;

  /**
   * Hides a recommendation from everybody for 90 days (spec 4.9). Idempotent. `not_found` for one that is neither given nor
   * dismissed.
   */
  readonly dismiss: (
    grant: RepositoryGrant<'repository.update'>,
    recommendationId: Recommendation['id'],
  ) => ResultAsync<void, NotFound | Forbidden | Unavailable>;
}

export const createRecommendations = (ports: Ports): Recommendations => ({
  ofOrganization: recommend(ports),
  ofRepository: recommendOfRepository(ports),
  dismiss: dismissRecommendation(ports),
});
