import { openDiff } from './diff-process.js';
import { maxPointerBytes, readLfsPointer } from './lfs-pointer.js';
import type { DescribedObject } from './object-describer.js';
import { openContentReader, openFactsReader } from './object-reader.js';
import type { GitRepository } from './open-repository.js';
import { folderMode, submoduleMode } from './raw-parser.js';
import type { HistoryRange } from './read-history.js';

/** A file as Git has it. */
export interface TipFile {
  readonly id: string;
  readonly sizeBytes: number;
  /** Where a tip has it, the first of these places; as many characters as bytes. */
  readonly path: string;
}

export interface Tips {
  readonly range: HistoryRange;
  /** Files that only look like pointers, by what Git calls them. */
  readonly plain: Pick<ReadonlySet<string>, 'has'>;
  /** Has `plain` know which of these only look like pointers; without it that is left to what is known already. */
  readonly check?: ((pointers: readonly DescribedObject[]) => Promise<void>) | undefined;
}

/** What of a repository is stored besides what Git LFS stores. */
export interface FileLimits {
  /** Of each file. */
  readonly fileBytes: number;
  readonly files: number;
  readonly totalBytes: number;
}

export const fileLimits: FileLimits = { fileBytes: 1024 * 1024, files: 10_000, totalBytes: 256 * 1024 * 1024 };

/** What somebody asked for by name has no limits but that of what the service takes of a file. */
export const allFileLimits: FileLimits = { ...fileLimits, files: Infinity, totalBytes: Infinity };

export interface TipFiles {
  readonly files: readonly TipFile[];
  /** Those that are too large, each. */
  readonly tooLarge: number;
  /** Whether there are more than may be stored at once. */
  readonly isCut: boolean;
}

const emptyTrees = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

/** Files that new tips have and the commit does not that was there before, each tip against the one before it. */
async function* newFilesOf(
  repository: GitRepository,
  { from, without }: HistoryRange,
): AsyncGenerator<readonly Pick<TipFile, 'id' | 'path'>[], void, undefined> {
  const diff = openDiff(repository, ['--no-renames']);
  try {
    let [before] = without;
    for (const tip of from) {
      // Without a commit to compare with git compares trees.
      const pair =
        before === undefined
          ? {
              id: emptyTrees[repository.objectFormat],
              firstParent: (await repository.runGit(['rev-parse', `${tip}^{tree}`])).stdout.trim(),
            }
          : { id: tip, firstParent: before };
      for await (const events of diff.events([pair])) {
        yield events.flatMap((event) => {
          if (event.kind !== 'change' || event.change.id === undefined) return [];
          const { mode, id, path } = event.change;
          return mode === folderMode || mode === submoduleMode ? [] : [{ id, path }];
        });
      }
      before = tip;
    }
  } finally {
    diff.close();
  }
}

/** Files of the tips that are no pointers of Git LFS, and what links lead to, so that they can be shown and pulled: READMEs, configuration. */
export const filesOfTips = async (
  repository: GitRepository,
  { range, plain, check }: Tips,
  limits = fileLimits,
): Promise<TipFiles> => {
  const facts = openFactsReader(repository);
  const contents = openContentReader(repository);
  const paths = new Map<string, string>();
  const files: TipFile[] = [];
  let totalBytes = 0;
  let tooLarge = 0;
  try {
    for await (const changed of newFilesOf(repository, range)) {
      const unseen: string[] = [];
      for (const { id, path } of changed) {
        if (paths.has(id)) continue;
        paths.set(id, path);
        unseen.push(id);
      }
      const found = (await facts.askAll(unseen)).flatMap((object) => object ?? []);
      const small = found.filter(({ id, sizeBytes }) => sizeBytes <= maxPointerBytes && !plain.has(id)).map(({ id }) => id);
      const likePointers = (await contents.askAll(small)).flatMap((object) => {
        if (object === undefined) return [];
        const { id, bytes } = object;
        const pointer = readLfsPointer(bytes);
        return pointer === undefined ? [] : [{ id, sizeBytes: bytes.byteLength, pointer }];
      });
      await check?.(likePointers);
      const pointers = new Set(likePointers.map(({ id }) => id).filter((id) => !plain.has(id)));
      for (const { id, sizeBytes } of found) {
        if (pointers.has(id)) continue;
        if (sizeBytes > limits.fileBytes) {
          tooLarge += 1;
          continue;
        }
        if (files.length === limits.files || totalBytes + sizeBytes > limits.totalBytes) return { files, tooLarge, isCut: true };
        files.push({ id, sizeBytes, path: paths.get(id) ?? '' });
        totalBytes += sizeBytes;
      }
    }
  } finally {
    facts.close();
    contents.close();
  }
  return { files, tooLarge, isCut: false };
};
