import { linesOf } from '../git/lines-of.js';
import { AgentProblem } from '../agent-problem.js';
import type { GitRepository } from './open-repository.js';
import type { GitRef } from './read-refs.js';
import { withoutPrompts } from './without-prompts.js';

/** So many are asked about by name, and all of the remote otherwise. */
const mostNames = 100;

/** What each of these branches and tags is at the remote, or each one there where none is named; undefined where that does not answer. */
export const askRemote = async (
  repository: GitRepository,
  remote: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> => {
  const environment = await withoutPrompts(repository);
  const patterns = names.length > mostNames ? [] : names;
  const args = ['ls-remote', '--refs', '--heads', '--tags', remote, ...patterns];
  // So ends a remote that hangs, or says more than is taken of it.
  const answer = await repository.runGit(args, { environment }).catch((fault: unknown) => {
    if (repository.signal.aborted || !(fault instanceof AgentProblem)) throw fault;
    return undefined;
  });
  if (answer?.code !== 0) return undefined;
  const lines = linesOf(answer.stdout);
  return new Map(
    lines.map((line) => {
      const [id = '', name = ''] = line.split('\t');
      return [name, id];
    }),
  );
};

/** What a ref is called by, where refs are listed. */
export const idOf = ({ target, tag }: GitRef): string => tag?.id ?? target;

/**
 * Which refs are at the remote where this clone has them. A clone that lacks what is indexed, or has something older, is either behind or younger than a
 * forced push; who could tell is the remote alone. One that does not answer has none of them.
 */
export const remoteSays = async (
  repository: GitRepository,
  remote: string,
  names: readonly string[],
): Promise<(ref: GitRef) => boolean> => {
  const listed = await askRemote(repository, remote, names);
  return (ref) => listed?.get(ref.name) === idOf(ref);
};
