import type { StaleSession, RepositorySize } from '../../model/recommendations/findings.js';
import type { Repository } from '../../model/repository.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Instant, UserId } from '../../model/values/index.js';
import type { RecommendationQueries, RecommendationRecords } from '../../ports/records/recommendation-records.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';
import { isHiddenFrom } from './is-hidden-from.js';

export const recommendationQueries = (tables: ReadableTables): RecommendationQueries => {
  const isHidden = ({ id }: Repository, userId: UserId): boolean => isHiddenFrom(tables, id, userId);
  const weigh = ({ id, slug }: Repository): RepositorySize => {
    const { logicalBytes = 0, physicalBytes = 0 } = tables.repositoryUsages.get(id) ?? {};
    return { id, slug, logicalBytes, physicalBytes };
  };
  const stale = (
    isAsked: (session: UploadSession) => boolean,
    { now, openedBefore }: { readonly now: Instant; readonly openedBefore: Instant },
  ): readonly StaleSession[] =>
    tables.uploadSessions
      .where(
        ({ session }) =>
          isAsked(session) &&
          session.kind === 'session' &&
          session.status === 'OPEN' &&
          session.expiresAt > now &&
          session.createdAt < openedBefore,
      )
      .map(({ session }) => session)
      .toSorted((left, right) => left.expiresAt - right.expiresAt || compareText(left.id, right.id))
      .flatMap(({ id, repositoryId }) => {
        const repository = tables.repositories.get(repositoryId);
        if (repository === undefined) return [];
        const reservedBytes = tables.uploadObjects
          .where(({ sessionId }) => sessionId === id)
          .reduce((sum, { object }) => sum + object.reservedBytes, 0);
        return reservedBytes === 0 ? [] : [{ id, repository: { id: repositoryId, slug: repository.slug }, reservedBytes }];
      });
  return {
    largestRepositories: async (organizationId, hiddenFrom, limit) =>
      tables.repositories
        .where((repository) => repository.organizationId === organizationId && !isHidden(repository, hiddenFrom))
        .map(weigh)
        .toSorted((left, right) => right.physicalBytes - left.physicalBytes || compareText(left.id, right.id))
        .slice(0, limit),
    unusedObjects: async (repositoryId, { minBytes, storedBefore, among }) =>
      tables.objects
        .where((row) => row.repositoryId === repositoryId)
        .map(({ object }) => object)
        .toSorted((left, right) => right.sizeBytes - left.sizeBytes || compareText(left.oid, right.oid))
        .slice(0, among)
        .filter(
          ({ oid, sizeBytes, createdAt }) =>
            sizeBytes >= minBytes &&
            createdAt < storedBefore &&
            tables.objectDownloads.get(keyOf(repositoryId, oid)) === undefined,
        )
        .map(({ oid, sizeBytes, physicalBytes }) => ({ oid, sizeBytes, physicalBytes })),
    staleSessions: async (organizationId, hiddenFrom, when, limit) =>
      stale((session) => session.organizationId === organizationId, when)
        .filter(({ repository }) => {
          const found = tables.repositories.get(repository.id);
          return found !== undefined && !isHidden(found, hiddenFrom);
        })
        .slice(0, limit),
    staleSessionsOf: async (repositoryId, when, limit) =>
      stale((session) => session.repositoryId === repositoryId, when).slice(0, limit),
    weigh: async (repositoryId) => {
      const repository = tables.repositories.get(repositoryId);
      return repository && weigh(repository);
    },
    listDismissed: async (repositoryIds, since) =>
      new Set(
        tables.recommendationDismissals
          .where(({ repositoryId, dismissedAt }) => repositoryIds.includes(repositoryId) && dismissedAt >= since)
          .map(({ recommendationId }) => recommendationId),
      ),
    countEndlessTokens: async (organizationId, madeBefore) =>
      tables.tokens.where(
        ({ token }) => token.organizationId === organizationId && token.expiresAt === undefined && token.createdAt < madeBefore,
      ).length,
  };
};

export const recommendationRecords = (tables: DraftTables): RecommendationRecords => ({
  ...recommendationQueries(tables),
  dismiss: async (dismissal, since) => {
    const key = keyOf(dismissal.repositoryId, dismissal.recommendationId);
    const known = tables.recommendationDismissals.get(key);
    if (known !== undefined && known.dismissedAt >= since) return false;
    tables.recommendationDismissals.put(key, dismissal);
    return true;
  },
});
