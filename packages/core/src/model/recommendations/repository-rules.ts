import { type ByteCount, DAY_MS, GIB, HOUR_MS, MIB } from '../values/index.js';
import type { PossibleConversions } from '../conversions/conversion.js';
import { bytesText } from '../bytes-text.js';
import type { StaleSession, UnusedObject, RepositorySize } from './findings.js';
import type { Recommendation } from './recommendation.js';

/** What an unused object must be to be worth a word: so large, and stored for so long. */
export const unusedObjectBytes: ByteCount = 100 * MIB;
export const unusedObjectMs = 30 * DAY_MS;
/** From how much on deduplication is looked at, and what it should save of it at least. */
const deduplicationBytes: ByteCount = 1 * GIB;
const leastSaved = 0.05;
/** From how much on it is worth a word that a repository keeps whole what could lie in chunks. */
const worthSavingBytes: ByteCount = 100 * MIB;
/** A session that holds bytes back and was opened so long ago, half of its life, is stale. */
export const staleSessionMs = 3 * HOUR_MS;

const sumOf = <T>(items: readonly T[], bytesOf: (item: T) => number): number =>
  items.reduce((sum, item) => sum + bytesOf(item), 0);

/** Objects of at least 100 MiB that were stored 30 days ago or earlier and never downloaded. */
export const unusedObjects = (repository: RepositorySize, unused: readonly UnusedObject[]): readonly Recommendation[] => {
  if (unused.length === 0) return [];
  const bytes = sumOf(unused, ({ physicalBytes }) => physicalBytes);
  const count = unused.length === 1 ? '1 large object' : `${unused.length} large objects`;
  return [
    {
      id: `unused-objects.${repository.id}`,
      rule: 'unused-objects',
      severity: 'info',
      title: `${count} of ${repository.slug} ${unused.length === 1 ? 'was' : 'were'} never downloaded`,
      detail: `Stored more than 30 days ago and never downloaded since downloads are counted: ${bytesText(bytes)}. Keep what is an archive; what is not may move to a repository of its own that can be deleted.`,
      repositoryId: repository.id,
      estimatedBytes: bytes,
    },
  ];
};

/** Of all that the repository holds, what lies in storage as it is included: that could come in chunks, too. */
const savedOf = ({ logicalBytes, physicalBytes }: RepositorySize): number => 1 - physicalBytes / logicalBytes;

/** A repository of at least 1 GiB in which deduplication saves less than 5 %. */
export const poorDeduplication = (repository: RepositorySize): readonly Recommendation[] => {
  if (repository.logicalBytes < deduplicationBytes || savedOf(repository) >= leastSaved) return [];
  return [
    {
      id: `poor-deduplication.${repository.id}`,
      rule: 'poor-deduplication',
      severity: 'info',
      title: `Hardly anything is deduplicated in ${repository.slug}`,
      detail: `Its objects hold ${bytesText(repository.logicalBytes)} and occupy ${bytesText(repository.physicalBytes)}. Versions of one file share chunks only when they come through the chunk tree (the svc agent); files that are compressed already share none.`,
      repositoryId: repository.id,
      estimatedBytes: undefined,
    },
  ];
};

/** Objects of a repository that lie there whole by its own word or its organization's, and of which a sample says what it would save to cut them into chunks. */
export const deduplicationOff = (
  repository: RepositorySize,
  { objects, savedBytes }: PossibleConversions,
): readonly Recommendation[] => {
  if (savedBytes < worthSavingBytes) return [];
  return [
    {
      id: `deduplication-off.${repository.id}`,
      rule: 'deduplication-off',
      severity: 'info',
      title: `${repository.slug} would take ${bytesText(savedBytes)} less with deduplication`,
      detail: `${objects === 1 ? 'A large object' : `${objects} large objects`} came whole and would save that much in chunks, as samples of them say. Set deduplicate of the repository to cold or all, and the service cuts them in the background.`,
      repositoryId: repository.id,
      estimatedBytes: savedBytes,
    },
  ];
};

const staleOf = (sessions: readonly StaleSession[], { id, slug }: StaleSession['repository']): Recommendation => {
  const bytes = sumOf(sessions, ({ reservedBytes }) => reservedBytes);
  return {
    id: `stale-upload-sessions.${id}`,
    rule: 'stale-upload-sessions',
    severity: 'warning',
    title: `${sessions.length === 1 ? 'An upload' : `${sessions.length} uploads`} to ${slug} did not come to an end`,
    detail: `Opened more than three hours ago and never finalized: ${bytesText(bytes)} are reserved until they expire. Finalize them, or see what keeps the client from it.`,
    repositoryId: id,
    estimatedBytes: bytes,
  };
};

/** Upload sessions that were opened more than three hours ago, are still open and hold bytes of the quota back; one for each repository. */
export const staleUploadSessions = (sessions: readonly StaleSession[]): readonly Recommendation[] => {
  const repositories = new Map(sessions.map(({ repository }) => [repository.id, repository]));
  return [...repositories.values()].map((repository) =>
    staleOf(
      sessions.filter((session) => session.repository.id === repository.id),
      repository,
    ),
  );
};
