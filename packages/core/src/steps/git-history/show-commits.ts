import { invariant } from '../../model/app-error.js';
import type { ShownCommit } from '../../model/git-index/shown-commit.js';
import { parentsOf } from '../../formats/commit-graph/index.js';
import type { History } from './open-history.js';

/** Commits with the ids of their parents, by their numbers. */
export const showCommits = async (
  { queries, repositoryId, graph }: History,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, ShownCommit>> => {
  const wanted = new Set(numbers);
  const parents = new Set([...wanted].flatMap((number) => [...parentsOf(graph, number)]));
  const details = await queries.findCommitDetails(repositoryId, [...wanted]);
  const ids = await queries.findCommitIds(repositoryId, [...parents]);
  const found = <Found>(among: ReadonlyMap<number, Found>, number: number): Found => {
    const one = among.get(number);
    invariant(one !== undefined, 'a commit of the graph is among the commits');
    return one;
  };
  return new Map(
    [...wanted].map((number) => {
      const { id, author, committer, message } = found(details, number);
      const shown = {
        id,
        author,
        committer,
        message,
        parents: [...parentsOf(graph, number)].map((parent) => found(ids, parent)),
      };
      return [number, shown];
    }),
  );
};

/** One commit with the ids of its parents. */
export const showCommit = async (history: History, number: number): Promise<ShownCommit> => {
  const commit = (await showCommits(history, [number])).get(number);
  invariant(commit !== undefined, 'a commit that was found is shown');
  return commit;
};
