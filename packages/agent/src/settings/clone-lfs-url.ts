import { existsSync } from 'node:fs';
import { ok } from 'neverthrow';
import { currentBranch } from '../git/current-branch.js';
import { type ConfigEntries, type ConfigEntry, createGitConfig } from '../git/git-config.js';
import { gitRefusal } from '../git/git-refusal.js';
import type { RunGit } from '../git/run-git.js';

/** What the LFS URL is for, as git-lfs distinguishes it. */
export interface LfsUse {
  readonly operation: 'upload' | 'download';
  /** A name, or a URL; when nobody has named it the usual one. */
  readonly remote: string | undefined;
}

/** Git's own configuration, and what comes with the clone: every key of the first goes before the same one of the second. */
export interface CloneConfig {
  readonly git: ConfigEntries;
  readonly lfsConfig: ConfigEntries;
  /** Each `url.<base>.insteadOf` and `url.<base>.pushInsteadOf` of git's own, of which a base may have several. */
  readonly rewrites: readonly ConfigEntry[];
  /** The branch that is checked out; undefined where there is none. */
  readonly branch: string | undefined;
}

interface ReadClone extends CloneConfig {
  /** Why git does not read the clone that is here, or its `.lfsconfig`; undefined when it does, and where there is none. */
  readonly refused: string | undefined;
}

/** The `.lfsconfig` of the index or of HEAD, the first of them that has one, as `git config` is told of it; undefined where neither has. */
const findLfsConfigBlob = async (runGit: RunGit): Promise<string | undefined> => {
  const names = [':.lfsconfig', 'HEAD:.lfsconfig'];
  const { code, stdout } = await runGit(['cat-file', '--batch-check=%(objecttype)'], { input: `${names.join('\n')}\n` });
  const types = code === 0 ? stdout.split('\n') : [];
  const name = names.find((_name, at) => types[at] === 'blob');
  return name === undefined ? undefined : `--blob=${name}`;
};

/** Reads what git-lfs would read: `.lfsconfig` of the work tree, else of the index, else of HEAD, which is all there is while a clone is being made. */
export const readCloneConfig = async (runGit: RunGit): Promise<ReadClone> => {
  const config = createGitConfig(runGit);
  const [listed, branch, { code, stdout, stderr }] = await Promise.all([
    config.list(),
    currentBranch(runGit),
    runGit(['rev-parse', '--show-toplevel']),
  ]);
  const file = code === 0 ? `${stdout.replace(/\r?\n$/, '')}/.lfsconfig` : '';
  const place = existsSync(file) ? `--file=${file}` : await findLfsConfigBlob(runGit);
  const lfsConfig = place === undefined ? ok(new Map<string, string>()) : await config.listIn(place);
  const refused = gitRefusal(stderr) ?? (lfsConfig.isErr() ? lfsConfig.error : undefined);
  const rewrites = listed.filter(([key]) => /^url\..*\.(?:push)?insteadof$/s.test(key));
  return { git: new Map(listed), lfsConfig: lfsConfig.unwrapOr(new Map()), rewrites, branch, refused };
};

/** The LFS URL as the configuration has it; undefined where git-lfs would make one up from the URL of the remote. */
export const writtenLfsUrl = (config: CloneConfig, { operation, remote }: LfsUse): string | undefined => {
  const { git, lfsConfig } = config;
  const name = remote ?? usualRemote(config, operation);
  const isPush = operation === 'upload';
  const keys = [
    ...(isPush ? ['lfs.pushurl'] : []),
    'lfs.url',
    ...(isPush ? [`remote.${name}.lfspushurl`] : []),
    `remote.${name}.lfsurl`,
  ];
  return keys.map((key) => git.get(key) ?? inClone(lfsConfig, key)).find((text) => text !== undefined && text !== '');
};

/** Of the clone's own file git-lfs takes no URL for the pushes to a remote. */
const inClone = (lfsConfig: ConfigEntries, key: string): string | undefined =>
  key.endsWith('.lfspushurl') ? undefined : lfsConfig.get(key);

/** The LFS URL that git-lfs takes, where `url.<base>.insteadOf` leads; undefined where it would make one up from the URL of the remote. */
export const lfsUrlOfClone = (config: CloneConfig, use: LfsUse): string | undefined => {
  const url = writtenLfsUrl(config, use);
  if (url === undefined) return undefined;
  const { rewrites } = config;
  const toPush = use.operation === 'upload' ? rewritten(url, rewrites, 'pushinsteadof') : undefined;
  return toPush ?? rewritten(url, rewrites, 'insteadof') ?? url;
};

/** The LFS URLs of a remote, to fetch and to push; none where git-lfs would make them up. */
export const lfsUrlsOfRemote = (config: CloneConfig, remote: string | undefined): readonly string[] => {
  const urls = (['download', 'upload'] as const).flatMap((operation) => lfsUrlOfClone(config, { operation, remote }) ?? []);
  return [...new Set(urls)];
};

export const remotesOf = ({ git }: Pick<CloneConfig, 'git'>): readonly string[] => [
  ...new Set([...git.keys()].flatMap((key) => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? [])),
];

/**
 * The remote that the configuration prefers, in the order of git-lfs; undefined where it has several, or none, and says nothing about them. What a setting
 * names may be none: a branch follows one of the clone itself, or a URL.
 */
export const preferredRemote = ({ git, lfsConfig, branch }: CloneConfig, operation: LfsUse['operation']): string | undefined => {
  const names = remotesOf({ git });
  const ofBranch = (key: string): string | undefined => (branch === undefined ? undefined : git.get(`branch.${branch}.${key}`));
  const ofLfs = (key: string): string | undefined => git.get(key) ?? lfsConfig.get(key);
  const toPush = [ofBranch('pushremote'), ofLfs('remote.lfspushdefault'), ofLfs('remote.pushdefault')];
  const named = [...(operation === 'upload' ? toPush : []), ofBranch('remote'), ofLfs('remote.lfsdefault')];
  const only = names.length === 1 ? names[0] : undefined;
  return [...named, only, 'origin'].find((name) => name !== undefined && names.includes(name));
};

/** The remote that git-lfs takes when nobody names one. */
export const usualRemote = (config: CloneConfig, operation: LfsUse['operation']): string =>
  preferredRemote(config, operation) ?? 'origin';

/** Where `url.<base>.insteadOf` leads: its longest value that the URL begins with is replaced. */
const rewritten = (url: string, rewrites: readonly ConfigEntry[], rule: 'insteadof' | 'pushinsteadof'): string | undefined => {
  let longest: { readonly begin: string; readonly base: string } | undefined;
  for (const [key, begin] of rewrites) {
    if (!key.endsWith(`.${rule}`) || begin === '' || !url.startsWith(begin)) continue;
    if (begin.length > (longest?.begin.length ?? 0)) longest = { begin, base: key.slice('url.'.length, -rule.length - 1) };
  }
  return longest === undefined ? undefined : longest.base + url.slice(longest.begin.length);
};
