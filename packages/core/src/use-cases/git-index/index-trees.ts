import type { Pause } from '../../concurrency/pause-of.js';
import { joinBytes, treeEntryBytes, treeKey } from '../../formats/git-objects/index.js';
import { listFolder, type LoadNodes, type NodeReference } from '../../formats/path-tree/index.js';
import { invariant } from '../../model/app-error.js';
import type { GitId } from '../../model/git-index/git-id.js';
import type { GitFolder, GitPath } from '../../model/git-index/git-path.js';
import { folderMode } from '../../model/git-index/path-entry.js';

/** The ids of Git objects by their numbers. */
export type FindObjectIds = (numbers: readonly number[]) => Promise<ReadonlyMap<number, GitId>>;

const namesAtOnce = 1000;

interface HeldFolder {
  readonly key: string;
  readonly bytes: Uint8Array;
}

/**
 * The bytes of the Git tree of a folder, out of a path tree. That has names in the order of their bytes, in which a folder comes early: Git puts it behind
 * all names that go on with a character before the slash. So folders are held back, and never more than have names that begin with each other. `pause` is called
 * after every few milliseconds of work.
 */
export const readTreeBytes = async (
  load: LoadNodes,
  root: NodeReference,
  folder: GitFolder,
  findIds: FindObjectIds,
  pause: Pause,
): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  const held: HeldFolder[] = [];
  let after: GitPath | undefined;
  for (;;) {
    const listed = await listFolder(load, root, folder, { after, limit: namesAtOnce });
    const ids = await findIds(listed.map(({ entry }) => entry.object));
    const pieces: Uint8Array[] = [];
    for (const { name, entry } of listed) {
      const id = ids.get(entry.object);
      invariant(id !== undefined, 'what a path tree names is there');
      const key = treeKey(name, entry.mode);
      for (let last = held.at(-1); last !== undefined && last.key < key; last = held.at(-1)) {
        pieces.push(last.bytes);
        held.pop();
      }
      const bytes = treeEntryBytes({ name, mode: entry.mode, id });
      if (entry.mode === folderMode) held.push({ key, bytes });
      else pieces.push(bytes);
    }
    parts.push(joinBytes(pieces));
    after = listed.at(-1)?.name;
    if (listed.length < namesAtOnce) break;
    await pause();
  }
  return joinBytes([...parts, ...held.reverse().map(({ bytes }) => bytes)]);
};
