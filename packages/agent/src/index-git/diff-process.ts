import { AgentProblem } from '../agent-problem.js';
import { type GitPlace, startGit } from '../git/git-process.js';
import { createRawParser, endLine, type RawEvent } from './raw-parser.js';

/** A commit that is compared with its first parent, or with nothing when it has none. */
export interface ComparedCommit {
  readonly id: string;
  readonly firstParent: string | undefined;
}

export interface DiffProcess {
  /** As they come; the last one is `end`. One question at a time. */
  readonly events: (commits: readonly ComparedCommit[]) => AsyncGenerator<readonly RawEvent[], void, undefined>;
  readonly close: () => void;
}

const lineOf = ({ id, firstParent }: ComparedCommit): string =>
  firstParent === undefined ? `${id}\n` : `${id} ${firstParent}\n`;

/** Asks one `git diff-tree` for what commits change, merges against their first parents. */
export const openDiff = (place: GitPlace, options: readonly string[]): DiffProcess => {
  const git = startGit(['diff-tree', '--stdin', '-r', '--root', '--raw', '-z', '--no-abbrev', ...options], place);
  const pieces = git.output[Symbol.asyncIterator]();
  const parse = createRawParser();
  return {
    close: git.kill,
    async *events(commits) {
      const written = git.write(`${commits.map(lineOf).join('')}${endLine}`);
      for (;;) {
        const piece = await pieces.next();
        if (piece.done === true) {
          await git.finish();
          throw new AgentProblem('git diff-tree ended too early');
        }
        const events = parse(piece.value);
        yield events;
        if (events.at(-1)?.kind === 'end') break;
      }
      await written;
    },
  };
};
