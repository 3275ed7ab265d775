import type { GitPlace } from '../git/git-process.js';
import { missingObject, openContentReader } from './object-reader.js';

/** Tree objects, of which those are remembered that the next commits are compared with. */
export interface TreeSource {
  /** The bytes of each, by what git is asked for: the id of a tree, or `<commit>^{tree}`. One question at a time. */
  readonly read: (names: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>;
  readonly close: () => void;
}

const mostBytes = 32 * 1024 * 1024;
/** What a name and its place take, about. */
const bytesPerTree = 300;

export const openTreeSource = (place: GitPlace): TreeSource => {
  const contents = openContentReader(place);
  // What nobody has asked for since the young ones began goes with the old ones.
  let young = new Map<string, Buffer>();
  let old = new Map<string, Buffer>();
  let youngBytes = 0;
  const keep = (name: string, bytes: Buffer): void => {
    young.set(name, bytes);
    youngBytes += bytes.byteLength + bytesPerTree;
    if (youngBytes <= mostBytes / 2) return;
    old = young;
    young = new Map();
    youngBytes = 0;
  };
  const recall = (name: string): Buffer | undefined => {
    const known = young.get(name);
    if (known !== undefined) return known;
    const older = old.get(name);
    if (older !== undefined) keep(name, older);
    return older;
  };
  return {
    close: contents.close,
    read: async (names) => {
      const found = new Map<string, Buffer>();
      const missing = new Set<string>();
      for (const name of names) {
        const bytes = recall(name);
        if (bytes === undefined) missing.add(name);
        else found.set(name, bytes);
      }
      const asked = [...missing];
      const read = await contents.askAll(asked);
      for (const [at, name] of asked.entries()) {
        const object = read[at];
        if (object === undefined) throw missingObject(name);
        // A copy: what git has printed is longer, and would stay with it.
        const bytes = Buffer.from(object.bytes);
        found.set(name, bytes);
        keep(name, bytes);
      }
      return found;
    },
  };
};
