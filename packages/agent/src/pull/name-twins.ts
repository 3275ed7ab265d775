/** Of more, the later ones are not compared: they take some 30 MB of memory. */
const mostNames = 100_000;
/** Nobody calls more files alike, unless to keep this busy. */
const mostTwins = 100;

/** Case, forms of the same letter, characters that are not seen, and dots and blanks at the end of a name make no difference to some file system. */
const foldedSegment = (segment: string): string =>
  segment
    .normalize('NFKD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[. ]+$/, '')
    .toUpperCase()
    .toLowerCase();

/** The path, and the folders above it from the outermost one on. */
const folded = (path: string): { readonly whole: string; readonly above: readonly string[] } => {
  const segments = Buffer.from(path, 'latin1').toString().split('/').map(foldedSegment);
  return { whole: segments.join('/'), above: segments.slice(1).map((_, at) => segments.slice(0, at + 1).join('/')) };
};

/** Paths of a run that a file system may take for one another. Characters are bytes. */
export interface NameTwins {
  /** Notes a path; those before it that some file system takes for it, or for a folder above it. */
  note(path: string): readonly string[];
}

export const createNameTwins = (): NameTwins => {
  const paths = new Map<string, readonly string[]>();
  return {
    note: (path) => {
      const { whole, above } = folded(path);
      const before = paths.get(whole) ?? [];
      if (before.length < mostTwins && (before.length > 0 || paths.size < mostNames)) paths.set(whole, [...before, path]);
      return [...above.flatMap((folder) => paths.get(folder) ?? []), ...before];
    },
  };
};
