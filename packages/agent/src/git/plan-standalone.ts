import { AgentProblem } from '../agent-problem.js';
import { baseUrlOf } from '../settings/clone-place.js';
import { isByNames, lfsUrlOf, parseServiceLocation } from '../settings/service-location.js';

/** How git-lfs leaves everything to the agent. */
export interface StandalonePlan {
  /** Under which git-lfs looks for the agent. */
  readonly keys: readonly string[];
  /** What `lfs.url` has to be for that; undefined where git-lfs has a URL, or nobody has said which repository. */
  readonly lfsUrl: string | undefined;
}

export interface StandaloneWishes {
  readonly baseUrl: string | undefined;
  readonly reference: string | undefined;
  /** Those that the clone has without `install`. */
  readonly ownUrls: readonly string[];
  /** Whether the mode is asked for now, or goes along from before. */
  readonly isAsked: boolean;
}

export const everyServerKey = 'lfs.standalonetransferagent';

/**
 * For the URLs that git-lfs uses where the service is known, so that other servers of the same clone or the same user are left as they are: git-lfs looks by
 * its own URL, in the very form that it has. Throws where that is of another service.
 */
export const planStandalone = ({ baseUrl, reference, ownUrls, isAsked }: StandaloneWishes): StandalonePlan => {
  if (baseUrl === undefined) return { keys: [everyServerKey], lfsUrl: undefined };
  const wanted = reference === undefined ? baseUrl : lfsUrlOf(baseUrl, reference);
  const foreign = ownUrls.find((url) => baseUrlOf(url) !== baseUrl);
  if (isAsked && foreign !== undefined) {
    throw new AgentProblem(
      `git-lfs uses ${foreign} here, which is not of ${baseUrl}: set lfs.url, or the setting that says it, to the LFS URL of the repository, then run this again`,
      'setting',
    );
  }
  if (ownUrls.length === 0) return { keys: [keyFor(wanted)], lfsUrl: reference === undefined ? undefined : wanted };
  const isForOwn = reference !== undefined && foreign === undefined && (isAsked || ownUrls.every((url) => mayBe(url, reference)));
  return { keys: isForOwn ? ownUrls.map(keyFor) : [keyFor(wanted)], lfsUrl: undefined };
};

const keyFor = (url: string): string => `lfs.${url}.standalonetransferagent`;

/** The names and the id of a repository do not show that they are of one. */
const mayBe = (url: string, reference: string): boolean => {
  const own = parseServiceLocation(url, true).unwrapOr(undefined)?.repository;
  return own === undefined || own === reference || isByNames(own) !== isByNames(reference);
};
