import { err, ok, type Result } from 'neverthrow';
import { AgentProblem } from '../agent-problem.js';
import { gitRefusal } from './git-refusal.js';
import type { GitAnswer, RunGit } from './run-git.js';

/** Which file is written: that of the clone or that of the user. */
export type ConfigScope = 'local' | 'global';

/** Keys as git writes them, section and name in lower case; of several values the last, which is the one that holds. */
export type ConfigEntries = ReadonlyMap<string, string>;

/** A key, and one of its values. */
export type ConfigEntry = readonly [key: string, value: string];

/** Git's configuration, as git itself reads and writes it. */
export interface GitConfig {
  /** The value that holds in the folder; undefined when there is none. */
  get(key: string): Promise<string | undefined>;
  /** The value that holds for a URL, of `<section>.<url>.<name>` or else of `<section>.<name>`; undefined when there is none. */
  getFor(key: string, url: string): Promise<string | undefined>;
  /** The same of what is true or false; false when there is none. */
  getFlagFor(key: string, url: string): Promise<boolean>;
  /** The same of a path, whose `~` git has replaced. */
  getPathFor(key: string, url: string): Promise<string | undefined>;
  /** The value in one scope alone. */
  getIn(scope: ConfigScope, key: string): Promise<string | undefined>;
  /** Everything in the folder, in its order: of most keys the last value holds, of some all do. Nothing where there is no git. */
  list(): Promise<readonly ConfigEntry[]>;
  /** Everything in one place, such as `--file=.lfsconfig` or `--blob=HEAD:.lfsconfig`; the error is why git cannot read it. */
  listIn(place: string): Promise<Result<ConfigEntries, string>>;
  /** The keys in one scope that begin with `prefix`, a literal. */
  keysIn(scope: ConfigScope, prefix: string): Promise<readonly string[]>;
  set(scope: ConfigScope, key: string, value: string): Promise<void>;
  /** Removes every value of the key; that there is none is fine. */
  unset(scope: ConfigScope, key: string): Promise<void>;
}

/** What `git config` exits with when there is no such key. */
const NO_SUCH_KEY = 1;
const NOTHING_TO_UNSET = 5;

export const createGitConfig = (runGit: RunGit, folder?: string): GitConfig => {
  const config = (args: readonly string[]): Promise<GitAnswer> =>
    runGit(['config', ...args], folder === undefined ? {} : { folder });
  const entries = async (args: readonly string[]): Promise<Result<readonly ConfigEntry[], string>> => {
    const { code, stdout, stderr } = await config([...args, '--null', '--list']);
    return code === 0 ? ok(entriesOf(stdout)) : err(gitRefusal(stderr) ?? firstLine(stderr));
  };
  const value = async (args: readonly string[]): Promise<string | undefined> => {
    const { code, stdout } = await config(['--null', ...args]);
    return code === 0 ? stdout.split('\0')[0] : undefined;
  };
  const change = async (args: readonly string[], fine: readonly number[]): Promise<void> => {
    const answer = await config(args);
    if (!fine.includes(answer.code)) throw new AgentProblem(`git config failed: ${firstLine(answer.stderr)}`);
  };
  return {
    get: (key) => value(['--get', key]),
    getFor: (key, url) => value(['--get-urlmatch', key, url]),
    getFlagFor: async (key, url) => (await value(['--type=bool', '--get-urlmatch', key, url])) === 'true',
    getPathFor: (key, url) => value(['--type=path', '--get-urlmatch', key, url]),
    getIn: (scope, key) => value([`--${scope}`, '--get', key]),
    list: async () => (await entries([])).unwrapOr([]),
    listIn: async (place) => (await entries([place])).map((listed) => new Map(listed)),
    keysIn: async (scope, prefix) => {
      const { code, stdout } = await config([`--${scope}`, '--null', '--name-only', '--list']);
      if (code !== 0) return [];
      return [...new Set(stdout.split('\0'))].filter((key) => key.startsWith(prefix));
    },
    set: (scope, key, to) => change([`--${scope}`, '--replace-all', key, to], [0]),
    unset: (scope, key) => change([`--${scope}`, '--unset-all', key], [0, NO_SUCH_KEY, NOTHING_TO_UNSET]),
  };
};

/** Each is a key, a line feed and a value, or a key alone when it has none. */
const entriesOf = (listed: string): readonly ConfigEntry[] =>
  listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [key = ''] = entry.split('\n', 1);
      return [key, entry.slice(key.length + 1)];
    });

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';
