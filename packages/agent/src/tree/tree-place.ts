import { type GitFolder, gitPathOfText } from '@svc/core/model';
import { AgentProblem } from '../agent-problem.js';
import { printable } from '../output/printable.js';

/** A folder or a file of a commit. */
export interface TreePlace {
  readonly path: GitFolder;
  /** A branch, a tag, or the beginning of a commit's id; the default branch when absent. */
  readonly ref: string | undefined;
  /** Whether an `@` in a text has told them apart, which may have been one of the path. */
  readonly isSplit?: true;
}

/** A path as people type it, also with a slash at either end; the outermost folder is `.` or nothing. */
export const parseTreePath = (text: string): GitFolder => {
  const segments = text.split('/').filter((segment) => segment !== '' && segment !== '.');
  const path = segments.length === 0 ? '' : gitPathOfText(segments.join('/'));
  if (path === undefined)
    throw new AgentProblem(`${printable(text)} is no path of a file or a folder in a repository`, 'setting');
  return path;
};

/**
 * `PATH@REF`, or `PATH` for the default branch. A path may have an `@` as well, so the last one counts: `a@b@` is `a@b` at the default branch.
 * With a `ref` beside it all of the text is the path.
 */
export const parseTreePlace = (text: string, ref: string | undefined): TreePlace => {
  const at = ref === undefined ? text.lastIndexOf('@') : -1;
  if (at < 0) return { path: parseTreePath(text), ref };
  const named = text.slice(at + 1);
  return { path: parseTreePath(text.slice(0, at)), ref: named === '' ? undefined : named, isSplit: true };
};
