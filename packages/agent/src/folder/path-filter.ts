import ignore from 'ignore';

/** What a person wants of a folder, in patterns as `.gitignore` has them. */
export interface PathPatterns {
  /** Without any, everything. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Paths lie below a folder, and have `/` between their names. */
export interface PathFilter {
  takes(path: string): boolean;
  /** Whether it takes anything in a folder at all, as far as its path says. */
  entersFolder(path: string): boolean;
}

const matching = (patterns: readonly string[]): ((path: string) => boolean) => {
  // A matcher remembers every path that it is asked about.
  if (patterns.length === 0) return () => false;
  const matcher = ignore({ ignorecase: false }).add(patterns);
  return (path) => matcher.ignores(path);
};

/**
 * A pattern without a `/` is for names at every depth, one with a `/` for paths from the folder on, and one that matches a folder is for all that is in it.
 * What is excluded is so whatever is included.
 */
export const createPathFilter = ({ include, exclude }: PathPatterns): PathFilter => {
  const isIncluded = include.length === 0 ? () => true : matching(include);
  const isExcluded = matching(exclude);
  return {
    takes: (path) => isIncluded(path) && !isExcluded(path),
    entersFolder: (path) => !isExcluded(`${path}/`),
  };
};
