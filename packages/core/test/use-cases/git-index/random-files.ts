import type { SeededRandom } from '@svc/conformance';

const names = ['a', 'a-b', 'a.b', 'a0', 'b', 'B', '\xc3\xa9', '\xff', ' ', '"\\', 'a\nb', '-', '~'];
const modes = ['100644', '100755', '120000', '160000'];

/** What a commit has at its paths. */
export type Files = ReadonlyMap<string, { readonly mode: string; readonly id: string }>;

/** Some files of a tree in other states: added, changed, removed, turned into folders and back. */
export const changedFiles = (
  random: SeededRandom,
  before: Files,
  blobs: readonly string[],
  segments: readonly string[] = names,
): Files => {
  const files = new Map(before);
  const count = random.integer(13);
  for (let change = 0; change < count; change += 1) {
    const depth = 1 + random.integer(4);
    const path = Array.from({ length: depth }, () => random.pick(segments)).join('/');
    if (random.integer(4) === 0) {
      const removed = random.pick([...files.keys(), path]);
      for (const other of files.keys())
        if (other === removed || other.startsWith(`${removed.split('/')[0]}/`)) files.delete(other);
      continue;
    }
    for (const other of files.keys()) if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) files.delete(other);
    files.set(path, { mode: random.pick(modes), id: random.pick(blobs) });
  }
  return files;
};

/** What a merge begins with: the files of its parents, or of some of them. */
export const mergedFiles = (random: SeededRandom, parents: readonly { readonly files: Files }[]): Files => {
  const files = new Map(parents.flatMap((parent) => (random.integer(4) === 0 ? [] : [...parent.files])));
  // Of two parents one may have a file where the other one has a folder.
  for (const path of [...files.keys()]) if ([...files.keys()].some((other) => other.startsWith(`${path}/`))) files.delete(path);
  return files;
};
