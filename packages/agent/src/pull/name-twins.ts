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

const folded = (path: string): string => Buffer.from(path, 'latin1').toString().split('/').map(foldedSegment).join('/');

/** Paths of a run that a file system may take for one another. Characters are bytes. */
export interface NameTwins {
  /** Notes a path; those before it that some file system takes for it. */
  note(path: string): readonly string[];
}

export const createNameTwins = (): NameTwins => {
  const paths = new Map<string, readonly string[]>();
  return {
    note: (path) => {
      const key = folded(path);
      const before = paths.get(key) ?? [];
      if (before.length < mostTwins && (before.length > 0 || paths.size < mostNames)) paths.set(key, [...before, path]);
      return before;
    },
  };
};
