import type { Instant, RepositoryId, UserId } from '@svc/core/model';

interface RecommendationDismissalsTable {
  repository_id: RepositoryId;
  recommendation_id: string;
  dismissed_by: UserId;
  dismissed_at: Instant;
}

/** Recommendations are made anew each time; what is kept is that somebody has dismissed one. */
export interface RecommendationTables {
  recommendation_dismissals: RecommendationDismissalsTable;
}
