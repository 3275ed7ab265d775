import { devNull } from 'node:os';
import { createByteReader } from '../git/byte-reader.js';
import { startGit } from '../git/git-process.js';
import type { GitRepository } from '../index-git/open-repository.js';

/** An object that a path has had. */
export interface ObjectAtPath {
  readonly id: string;
  readonly path: string;
}

/** Which commits: those that some branches and tags reach, or all. */
export const revisionsOf = (refs: readonly string[]): readonly string[] =>
  refs.length === 0 ? ['--all'] : ['--end-of-options', ...refs];

/** Each commit against its parents; of a merge, what none of them has. So what a path has had comes once or more, and what stays does not come again. */
const options = ['--format=', '--raw', '-c', '-z', '--no-abbrev', '--no-renames', '--root', '--no-show-signature'];

/** In a folder below, git would leave out what lies beside it, and it ends where a file of orders is not there. */
const config = ['-c', 'diff.relative=false', '-c', `diff.orderFile=${devNull}`];

/** Every path with each object that it has had. Git's `rev-list --objects` has one path of each object. */
export async function* listPaths(
  repository: GitRepository,
  refs: readonly string[],
): AsyncGenerator<ObjectAtPath, void, undefined> {
  const git = startGit([...config, 'log', ...options, ...revisionsOf(refs)], repository);
  const { field, more } = createByteReader(git.output);
  let head: string | undefined;
  try {
    do {
      for (let said = field(); said !== undefined; said = field()) {
        if (head === undefined) {
          head = said;
          continue;
        }
        // One old id of each parent, the new one, and the status.
        const [id = ''] = head.split(' ').slice(-2);
        head = undefined;
        yield { id, path: Buffer.from(said, 'latin1').toString() };
      }
    } while (await more());
    await git.finish();
  } finally {
    git.kill();
  }
}
