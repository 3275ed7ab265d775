import type { PathFilter } from '../folder/path-filter.js';
import type { WantedObject } from './imported.js';
import type { ObjectAtPath } from './list-paths.js';

/** Those of the pointers, by their ids in git, that a filter takes by any path that has had them. Each is called by the first such path. */
export const takeByPath = async (
  pointers: ReadonlyMap<string, WantedObject>,
  paths: AsyncIterable<ObjectAtPath>,
  filter: PathFilter,
): Promise<readonly WantedObject[]> => {
  const taken: WantedObject[] = [];
  const left = new Map(pointers);
  const seen = new Set<string>();
  for await (const { id, path } of paths) {
    const object = left.get(id);
    if (object === undefined) continue;
    seen.add(id);
    if (!filter.takes(path)) continue;
    taken.push({ ...object, name: path });
    left.delete(id);
    if (left.size === 0) break;
  }
  // A tag of a tree has objects that no commit has.
  for (const [id, object] of left) if (!seen.has(id) && filter.takes(object.name)) taken.push(object);
  return taken;
};
