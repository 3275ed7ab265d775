import { AgentProblem } from '../agent-problem.js';
import type { GitPlace } from '../git/git-process.js';
import { gitRefusal } from '../git/git-refusal.js';
import { createRunGit, type RunGit } from '../git/run-git.js';

export type ObjectFormat = 'sha1' | 'sha256';

/** A Git repository whose whole history is there to be read. */
export interface GitRepository extends GitPlace {
  readonly objectFormat: ObjectFormat;
  readonly isBare: boolean;
  readonly runGit: RunGit;
}

/** Looks at the repository of a folder. Throws the line that says why its history cannot be read. */
export const openRepository = async (place: GitPlace): Promise<GitRepository> => {
  const runGit = createRunGit(place);
  const facts = ['--is-bare-repository', '--is-shallow-repository', '--show-object-format'];
  const { code, stdout, stderr } = await runGit(['rev-parse', ...facts]);
  if (code === 127) throw new AgentProblem(stderr);
  if (code !== 0) throw new AgentProblem(gitRefusal(stderr) ?? 'this is no Git repository; change into one');
  const [isBare, isShallow, objectFormat] = stdout.split('\n');
  if (isShallow === 'true') {
    throw new AgentProblem('this clone is shallow, so a part of the history is not here; run: git fetch --unshallow');
  }
  if (await isPartial(runGit)) {
    throw new AgentProblem('this clone is partial: objects that the index describes are not here; clone without --filter');
  }
  if (objectFormat !== 'sha1' && objectFormat !== 'sha256')
    throw new AgentProblem('git names objects in a way that is not known');
  return { ...place, objectFormat, isBare: isBare === 'true', runGit };
};

/** Whether git would fetch objects as soon as somebody looks at them. */
const isPartial = async (run: RunGit): Promise<boolean> => {
  const promisors = await run(['config', '--type=bool', '--get-regexp', '^remote\\..*\\.promisor$']);
  if (promisors.stdout.split('\n').some((line) => line.endsWith(' true'))) return true;
  return (await run(['config', '--get', 'extensions.partialclone'])).code === 0;
};
