import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditEvent, auditFacts } from '../../model/audit-event.js';
import { dismissalMs } from '../../model/recommendations/dismissal.js';
import type { Recommendation } from '../../model/recommendations/recommendation.js';
import type { Ports } from '../../ports/ports.js';
import { allOfRepository } from './recommend-of-repository.js';

export const dismissRecommendation =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    grant: RepositoryGrant<'repository.update'>,
    recommendationId: Recommendation['id'],
  ): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
    withLockedRepository({ unitOfWork }, grant, async (records, { caller, repository }) => {
      const { repositoryId, organizationId } = repository;
      const now = clock.now();
      const since = now - dismissalMs;
      if ((await records.recommendations.listDismissed([repositoryId], since)).has(recommendationId)) return ok();
      const found = await allOfRepository(records, repositoryId, now);
      if (!found.some(({ id }) => id === recommendationId)) return err(notFound);
      const dismissal = { repositoryId, recommendationId, dismissedBy: caller.userId, dismissedAt: now };
      if (await records.recommendations.dismiss(dismissal, since)) {
        const details = auditFacts({ repository_id: repositoryId });
        await records.audit.append(
          auditEvent(caller, organizationId, 'repository.recommendation.dismiss', recommendationId, now, details),
        );
      }
      return ok();
    });
