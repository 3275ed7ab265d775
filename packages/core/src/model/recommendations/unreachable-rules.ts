import type { LookDoubt, UnreachableLook, UnreachableSum } from '../objects/unreachable-object.js';
import { bytesText } from '../bytes-text.js';
import type { RepositorySize } from './findings.js';
import type { Recommendation } from './recommendation.js';

/** What looks at a repository have found that has unreachable objects removed. */
export interface UnreachableFindings extends Pick<UnreachableSum, 'objects' | 'logicalBytes'> {
  readonly look: UnreachableLook;
}

const doubts: Readonly<Record<LookDoubt, string>> = {
  index_missing: 'the repository has no Git index',
  index_incomplete: 'nobody has ever said that the Git index has all branches and tags',
  index_behind: 'objects have come since it was said that the Git index has all branches and tags',
  index_changing: 'an upload to the Git index was under way',
};

const textsOf = ({ slug }: RepositorySize, { objects, logicalBytes, look: { doubt } }: UnreachableFindings) =>
  doubt === undefined
    ? {
        title: `${objects === 1 ? 'An object' : `${objects} objects`} of ${slug} will be removed, for no branch or tag reaches ${objects === 1 ? 'it' : 'them'}`,
        detail: `They hold ${bytesText(logicalBytes)}. What is needed all the same is kept by a branch, a tag or a snapshot; the storage of the repository says since when they are unreachable.`,
      }
    : {
        title: `Nobody can tell what is unreachable in ${slug}`,
        detail: `Unreachable objects are to be removed, but ${doubts[doubt]}. Say it from a clone that has fetched everything, best each night: svc index --complete.`,
      };

/** What is about to be removed because nothing reaches it, or why nothing can be. */
export const unreachableObjects = (
  repository: RepositorySize,
  findings: UnreachableFindings | undefined,
): readonly Recommendation[] => {
  const isTold = findings?.look.lookedAt !== undefined && (findings.look.doubt !== undefined || findings.objects > 0);
  if (!isTold) return [];
  const isKnown = findings.look.doubt === undefined;
  return [
    {
      id: `unreachable-objects.${repository.id}`,
      rule: 'unreachable-objects',
      severity: 'info',
      ...textsOf(repository, findings),
      repositoryId: repository.id,
      estimatedBytes: isKnown ? findings.logicalBytes : undefined,
    },
  ];
};
