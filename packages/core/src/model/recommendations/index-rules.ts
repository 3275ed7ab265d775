import { DAY_MS, type Instant } from '../values/index.js';
import type { RepositorySize } from './findings.js';
import type { Recommendation } from './recommendation.js';

/** From how many objects on a repository is worth an index. */
const indexedFromObjects = 100;
/** How long the index may not know of an object: it is sent after the objects. */
const indexBehindMs = DAY_MS;
/** As many of such objects as are counted. */
export const maxUnindexedObjects = 1000;

/** What is known of a repository and of its Git index. */
export interface IndexFindings {
  readonly isIndexed: boolean;
  readonly objectCount: number;
  /** Objects that LFS pointers of the index name and the repository does not have. */
  readonly missingObjects: number;
  /** Objects that came after the last upload to the index, which names none of them. */
  readonly unindexed: { readonly count: number; readonly oldestAt: Instant | undefined };
}

export const isIndexBehind = ({ isIndexed, unindexed: { oldestAt } }: IndexFindings, now: Instant): boolean =>
  isIndexed && oldestAt !== undefined && oldestAt < now - indexBehindMs;

type OfIndex = Pick<Recommendation, 'rule' | 'severity' | 'title' | 'detail'>;

const missing = (slug: string, count: number): OfIndex => ({
  rule: 'missing-objects',
  severity: 'warning',
  title: `${slug} lacks ${count === 1 ? 'an object' : `${count} objects`} of its Git history`,
  detail:
    'LFS pointers of its commits name objects that were never pushed here: who checks those commits out does not get these files. Push them from a clone that has them: git lfs push --all.',
});

const behind = (slug: string, count: number): OfIndex => ({
  rule: 'index-behind',
  severity: 'info',
  title: `The Git index of ${slug} is behind`,
  detail: `${count >= maxUnindexedObjects ? `At least ${maxUnindexedObjects} objects` : count === 1 ? 'An object' : `${count} objects`} came since it was last sent, and no commit that it knows has them. Send it with svc index, or after each push by its hook.`,
});

const absent = (slug: string): OfIndex => ({
  rule: 'index-missing',
  severity: 'info',
  title: `The Git history of ${slug} is not indexed`,
  detail:
    'With an index people see which file and which commit an object belongs to, releases, and what a snapshot holds. Send it from a clone: svc index.',
});

/** What is worth doing about a Git index: push what it names, send it again, or send it at all. */
export const ofGitIndex = (repository: RepositorySize, findings: IndexFindings, now: Instant): readonly Recommendation[] => {
  const { isIndexed, objectCount, missingObjects, unindexed } = findings;
  const found = [
    ...(missingObjects > 0 ? [missing(repository.slug, missingObjects)] : []),
    ...(isIndexBehind(findings, now) ? [behind(repository.slug, unindexed.count)] : []),
    ...(!isIndexed && objectCount >= indexedFromObjects ? [absent(repository.slug)] : []),
  ];
  return found.map((one) => ({
    ...one,
    id: `${one.rule}.${repository.id}`,
    repositoryId: repository.id,
    estimatedBytes: undefined,
  }));
};
