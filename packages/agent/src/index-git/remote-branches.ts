import type { GitRepository } from './open-repository.js';

/** Which refs of a clone stand for the branches of a remote. */
export interface RemoteBranches {
  /** Where they are, as `for-each-ref` takes it. */
  readonly places: readonly string[];
  /** The name that the branch of a ref has at the remote; undefined where the ref stands for no branch of it. */
  readonly nameOf: (ref: string) => string | undefined;
}

/** What a fetch writes where: `refs/heads/*` and `refs/remotes/origin/*`, mostly. */
interface FetchRule {
  readonly from: string;
  readonly to: string;
  /** Whether it fetches branches of the remote that is asked about. */
  readonly isOfBranches: boolean;
}

const heads = 'refs/heads/';

const ruleIn = (entry: string, remote: string): FetchRule => {
  const [key = ''] = entry.split('\n', 1);
  const [from = '', to = ''] = entry
    .slice(key.length + 1)
    .replace(/^\+/, '')
    .split(':');
  const isOfBranches = key === `remote.${remote}.fetch` && from.startsWith(heads) && to.startsWith('refs/remotes/');
  return { from, to, isOfBranches };
};

/** What stands for the asterisk of a pattern, of which it has one or none; undefined where the ref is another one. */
const standsFor = (pattern: string, ref: string): string | undefined => {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return ref === pattern ? '' : undefined;
  const fits = ref.length >= before.length + after.length && ref.startsWith(before) && ref.endsWith(after);
  return fits ? ref.slice(before.length, ref.length - after.length) : undefined;
};

/** How much of a ref a pattern names. */
const precision = (pattern: string): number => (pattern.includes('*') ? pattern.indexOf('*') : Infinity);

/**
 * By what git fetches for the remotes: a ref that is fetched to a place below that of the branches, such as a pull request or what a remote has whose name
 * begins with the name of this one, is no branch. A remote for which git fetches no branches has them where git would write them.
 */
export const remoteBranches = async ({ runGit }: GitRepository, remote: string): Promise<RemoteBranches> => {
  const { stdout } = await runGit(['config', '--null', '--get-regexp', '^remote\\..*\\.fetch$']);
  const all = stdout
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => ruleIn(entry, remote));
  const own = all.filter(({ isOfBranches }) => isOfBranches);
  if (own.length === 0) return branchesBelow(`refs/remotes/${remote}/`);
  // Of two that name as much of a ref the one of the branches counts, for sorting keeps their order.
  const rules = [...own, ...all].toSorted((one, other) => precision(other.to) - precision(one.to));
  return {
    places: own.map(({ to }) => to.replace(/[^/]*\*.*$/, '')),
    nameOf: (ref) => {
      const rule = rules.find(({ to }) => standsFor(to, ref) !== undefined);
      return rule?.isOfBranches === true ? rule.from.replace('*', () => standsFor(rule.to, ref) ?? '') : undefined;
    },
  };
};

/** All that is there. */
export const branchesBelow = (place: string): RemoteBranches => ({
  places: [place],
  nameOf: (ref) => (ref.startsWith(place) ? `${heads}${ref.slice(place.length)}` : undefined),
});
