import type { GitPath } from '../../model/git-index/git-path.js';
import type { PathEntry } from '../../model/git-index/path-entry.js';
import { countUpTo, entryAt, isLeaf, type LoadNodes, type NodeReference, pathEntryOf } from './node.js';
import { createNodeReader } from './node-reader.js';
import { pathKey } from './path-key.js';
import { rangeOfChild, rootSpot } from './spots.js';

/**
 * What each of some trees has at a path, in the order of the trees, undefined where that is nothing. All trees together take as many calls of `load` as the
 * highest one has levels, 64 of them at once.
 *
 * @throws PathTreeCorrupted
 */
export const findInTrees = async (
  load: LoadNodes,
  roots: readonly NodeReference[],
  path: GitPath,
): Promise<readonly (PathEntry | undefined)[]> => {
  const reader = createNodeReader(load);
  const key = pathKey(path);
  const found: (PathEntry | undefined)[] = roots.map(() => undefined);
  let ahead = roots.map((root, tree) => ({ tree, spot: rootSpot(root) }));
  while (ahead.length > 0) {
    const nodes = await reader.nodes(ahead.map(({ spot }) => spot));
    ahead = ahead.flatMap(({ tree, spot }, at) => {
      const node = nodes[at];
      if (node === undefined) return [];
      if (isLeaf(node)) {
        const entry = entryAt(node, key);
        found[tree] = entry && pathEntryOf(entry);
        return [];
      }
      const child = Math.max(0, countUpTo(node.keys, key) - 1);
      const reference = node.children[child];
      return reference === undefined
        ? []
        : [{ tree, spot: { reference, level: node.level - 1, range: rangeOfChild(node, child, spot.range) } }];
    });
  }
  return found;
};
