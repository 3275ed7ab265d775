import { isOid, type Oid } from '@svc/core';
import type { PathFilter } from '../folder/path-filter.js';
import { createByteReader } from '../git/byte-reader.js';
import { startGit } from '../git/git-process.js';
import { maxPointerBytes, readLfsPointer } from '../index-git/lfs-pointer.js';
import { openContentReader, openFactsReader } from '../index-git/object-reader.js';
import type { GitRepository } from '../index-git/open-repository.js';
import type { WantedObject } from './imported.js';
import { listPaths, type ObjectAtPath, revisionsOf } from './list-paths.js';
import { takeByPath } from './take-by-path.js';

/** Objects that git is asked about at once. */
const groupSize = 5000;

/** All objects of the history that have a path, each with the first one that git comes by, up to a line feed in it, in groups. */
async function* listObjects(
  repository: GitRepository,
  refs: readonly string[],
): AsyncGenerator<readonly ObjectAtPath[], void, undefined> {
  const git = startGit(['rev-list', '--objects', ...revisionsOf(refs)], repository);
  const { line, more } = createByteReader(git.output);
  let group: ObjectAtPath[] = [];
  try {
    do {
      for (let said = line(); said !== undefined; said = line()) {
        const at = said.indexOf(' ');
        // Commits, and trees at the top, have none.
        if (at < 0 || at === said.length - 1) continue;
        group.push({ id: said.slice(0, at), path: Buffer.from(said.slice(at + 1), 'latin1').toString() });
        if (group.length < groupSize) continue;
        yield group;
        group = [];
      }
    } while (await more());
    await git.finish();
  } finally {
    git.kill();
  }
  if (group.length > 0) yield group;
}

/** The pointers of Git LFS in the history, by their ids in git. */
const readPointers = async (repository: GitRepository, refs: readonly string[]): Promise<ReadonlyMap<string, WantedObject>> => {
  const found = new Map<string, WantedObject>();
  const facts = openFactsReader(repository);
  const contents = openContentReader(repository);
  try {
    for await (const group of listObjects(repository, refs)) {
      const known = await facts.askAll(group.map(({ id }) => id));
      const small = group.filter((_, at) => {
        const fact = known[at];
        return fact?.type === 'blob' && fact.sizeBytes <= maxPointerBytes;
      });
      const read = await contents.askAll(small.map(({ id }) => id));
      for (const [at, { id, path }] of small.entries()) {
        const pointer = readLfsPointer(read[at]?.bytes ?? Buffer.alloc(0));
        if (pointer === undefined || !isOid(pointer.oid)) continue;
        found.set(id, { oid: pointer.oid, sizeBytes: pointer.sizeBytes, name: path });
      }
    }
  } finally {
    facts.close();
    contents.close();
  }
  return found;
};

/**
 * What the pointers of Git LFS in the history of some branches and tags stand for, or of all: each object once, with a path that has had it. With a filter
 * those of which it takes any path, which needs a second reading of the history.
 */
export const findPointers = async (
  repository: GitRepository,
  refs: readonly string[],
  filter?: PathFilter,
): Promise<readonly WantedObject[]> => {
  const pointers = await readPointers(repository, refs);
  const taken =
    filter === undefined || pointers.size === 0
      ? pointers.values()
      : await takeByPath(pointers, listPaths(repository, refs), filter);
  const found = new Map<Oid, WantedObject>();
  // Pointers that are written in other ways may stand for the same object.
  for (const object of taken) if (!found.has(object.oid)) found.set(object.oid, object);
  return [...found.values()];
};
