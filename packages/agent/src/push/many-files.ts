import type { ProfileName } from '@svc/core/chunking';
import { defaultMinConvertedBytes, fewSmallObjects, maxSmallBytes } from '@svc/core/model';
import { maxGroup } from '../small-files.js';
import type { TransferContext } from '../transfer-context.js';

/** Undefined of whatever cannot be looked at, or is no file: that is left to the push of that one, which says so then. */
const sizeOf = async ({ fileSystem }: TransferContext, path: string): Promise<number | undefined> =>
  fileSystem.stat(path).then(
    (facts) => (facts.isFile() ? Number(facts.size) : undefined),
    () => undefined,
  );

/** Files that are pushed together, in chunks: of all their requests only two are for each. */
const maxFilesTogether = 64;
const maxBytesTogether = 16 * 1024 * 1024;

/** The sizes of the files that one request or one pack serves several of, by their paths. */
export interface ManyFiles {
  /** Those that go whole. */
  readonly small: ReadonlySet<string>;
  /** Those that are cut; none is so large that an earlier version would have to be prepared for it. */
  readonly cut: ReadonlyMap<string, number>;
}

export const findMany = async (
  context: TransferContext,
  paths: readonly string[],
  profile: ProfileName | 'auto' | undefined,
): Promise<ManyFiles> => {
  const [small, cut] = [new Set<string>(), new Map<string, number>()];
  const mayGoWhole = (profile ?? 'auto') === 'auto';
  for (const path of paths.length > fewSmallObjects ? paths : []) {
    const sizeBytes = await sizeOf(context, path);
    if (sizeBytes === undefined) continue;
    if (mayGoWhole && sizeBytes <= maxSmallBytes) small.add(path);
    else if (sizeBytes < defaultMinConvertedBytes) cut.set(path, sizeBytes);
  }
  return cut.size > fewSmallObjects ? { small, cut } : { small, cut: new Map() };
};

/** Some files that follow each other. */
export interface FileWindow {
  readonly paths: readonly string[];
  /** Which of them go whole, and which are cut, by where they stand; a file that is pushed alone is neither. */
  readonly small: readonly number[];
  readonly cut: readonly number[];
}

/** All files, in their order: each that is pushed alone by itself, and between them as many as may go together, whichever way. */
export function* windowsOf(paths: readonly string[], many: ManyFiles): Generator<FileWindow, void, undefined> {
  let [all, small, cut]: [string[], number[], number[]] = [[], [], []];
  let cutBytes = 0;
  for (const path of paths) {
    const sizeBytes = many.cut.get(path) ?? 0;
    const isAlone = !many.small.has(path) && !many.cut.has(path);
    const isFull = small.length === maxGroup || cut.length === maxFilesTogether || cutBytes + sizeBytes > maxBytesTogether;
    if (all.length > 0 && (isAlone || isFull)) {
      yield { paths: all, small, cut };
      [all, small, cut, cutBytes] = [[], [], [], 0];
    }
    if (isAlone) yield { paths: [path], small, cut };
    else {
      (many.cut.has(path) ? cut : small).push(all.length);
      all.push(path);
      cutBytes += sizeBytes;
    }
  }
  if (all.length > 0) yield { paths: all, small, cut };
}
