import type { RepositoryId } from '../values/index.js';

export const recommendationRules = [
  'near-storage-limit',
  'unhealthy-connection',
  'unused-objects',
  'poor-deduplication',
  'deduplication-off',
  'stale-upload-sessions',
  'tokens-without-expiry',
  'missing-objects',
  'index-behind',
  'index-missing',
  'unreachable-objects',
] as const;
export type RecommendationRule = (typeof recommendationRules)[number];

export const severities = ['critical', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** Something that is worth doing. */
export interface Recommendation {
  /** The rule, and what it has found where there may be several: the same for as long as the same is recommended. */
  readonly id: string;
  readonly rule: RecommendationRule;
  readonly severity: Severity;
  readonly title: string;
  readonly detail: string;
  /** Of one repository. */
  readonly repositoryId: RepositoryId | undefined;
  /** What is at stake, where that can be said. */
  readonly estimatedBytes: number | undefined;
}

/** The most pressing first, otherwise in the order of the rules. */
export const bySeverity = (found: readonly Recommendation[]): readonly Recommendation[] =>
  found.toSorted((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity));
