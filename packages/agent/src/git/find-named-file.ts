import { wholePathFrom } from '../path-from.js';
import type { Place } from '../surroundings.js';
import { createGitConfig } from './git-config.js';
import type { RunGit } from './run-git.js';

/** The setting of a file that git reads for a URL: a variable, else the `http.<url>.<name>` that git matches best, else `http.<name>`. */
export interface FileSetting {
  readonly variable: string;
  readonly key: `http.${string}`;
}

/** The whole path of the file; undefined where none is named. */
export const findNamedFile = async (
  runGit: RunGit,
  url: string,
  { environment, folder }: Place,
  { variable, key }: FileSetting,
): Promise<string | undefined> => {
  const named = environment[variable] ?? (await createGitConfig(runGit).getPathFor(key, url)) ?? '';
  return named === '' ? undefined : wholePathFrom(folder, named);
};
