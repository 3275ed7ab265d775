import { createGitConfig } from './git-config.js';
import type { RunGit } from './run-git.js';

/** Headers that git's configuration has for a URL, by their names in lower case. */
export interface ExtraHeaders {
  readonly authorization: string | undefined;
  /** For a proxy on the way, perhaps. */
  readonly others: Readonly<Record<string, string>>;
}

/** What frames a message is not for a configuration to say. */
const framing = new Set(['content-length', 'transfer-encoding', 'connection', 'host', 'upgrade', 'te', 'trailer', 'expect']);

const headerPattern = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x20-\x7e]*?)[ \t]*$/;

/**
 * The `http.extraHeader` that holds for a URL: those of the `http.<url>.extraHeader` that git matches best, else those without a URL, as git-lfs takes them.
 * An empty one takes back those before it; one that is no header does not count.
 */
export const findExtraHeaders = async (runGit: RunGit, url: string): Promise<ExtraHeaders> => {
  const config = createGitConfig(runGit);
  const best = await config.getFor('http.extraheader', url);
  const headers = new Map<string, string>();
  for (const line of best === undefined ? [] : await allBeside(runGit, best)) {
    if (line === '') headers.clear();
    const [, name = '', value = ''] = headerPattern.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key !== '' && !framing.has(key)) headers.set(key, value);
  }
  const { authorization, ...others } = Object.fromEntries(headers);
  return { authorization, others };
};

/** Git says the last value of a key that matches a URL; a key may have several. All of the key are those whose last is that one, where only one key has it. */
const allBeside = async (runGit: RunGit, last: string): Promise<readonly string[]> => {
  const { code, stdout } = await runGit(['config', '--null', '--get-regexp', '^http\\.(.*\\.)?extraheader$']);
  if (code !== 0) return [last];
  const values = new Map<string, string[]>();
  for (const entry of stdout.split('\0').filter((each) => each !== '')) {
    const [key = ''] = entry.split('\n', 1);
    values.set(key, [...(values.get(key) ?? []), entry.slice(key.length + 1)]);
  }
  const [only, ...others] = [...values.values()].filter((each) => each.at(-1) === last);
  return only === undefined || others.length > 0 ? [last] : only;
};
