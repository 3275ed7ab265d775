import { type GitPath, textOfGitPath } from '../git-index/git-path.js';
import { maxObjectNameLength } from '../objects/object-request.js';
import { withoutUnprintable } from '../values/printable.js';

/**
 * What an object is called that Git has at the path: the whole path, or its last segment where that is too long for a name. Undefined where the path is no
 * text, or even the segment is too long. Characters that nobody should be shown are replaced.
 */
export const nameOfPlace = (path: GitPath): string | undefined => {
  const text = textOfGitPath(path);
  if (text === undefined) return undefined;
  const shown = withoutUnprintable(text, () => '?');
  return [shown, shown.slice(shown.lastIndexOf('/') + 1)].find((name) => name.length <= maxObjectNameLength);
};
