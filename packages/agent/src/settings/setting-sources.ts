import type { Result } from 'neverthrow';

/** What one source says; every field may be missing. */
export interface SettingTexts {
  readonly url?: string | undefined;
  readonly repository?: string | undefined;
  readonly token?: string | undefined;
  readonly allowHttp?: boolean | undefined;
  readonly stallSeconds?: number | undefined;
}

/** Where settings come from, the one that decides first. */
export interface SettingSources {
  readonly flags: SettingTexts;
  /** `SVC_URL`, `SVC_REPOSITORY`, `SVC_TOKEN`, `SVC_ALLOW_HTTP`, `SVC_STALL_SECONDS`. */
  readonly environment: SettingTexts;
  /** `svc.*` of git's configuration, as `svc install` writes it. */
  readonly gitConfig: SettingTexts;
  /** The clone's LFS URL; it comes with the clone, so nobody has vouched for it and no token goes there. */
  readonly cloneLfsUrl: string | undefined;
  /** The same as it is written in the configuration, which `url.<base>.insteadOf` may have replaced; it comes from where that comes from. */
  readonly writtenLfsUrl?: string | undefined;
  /** Why git does not read the clone that is here. */
  readonly cloneRefused?: string | undefined;
  /** Where passwords may be kept for programs that know no credential helpers. */
  readonly netrcFile?: string | undefined;
  /** What services have said of repositories that are named and not given by their ids; none when absent. */
  readonly names?: FoundNames | undefined;
}

/** The id, or a line that says why there is none, by the LFS URL with the names. */
export type FoundNames = ReadonlyMap<string, Result<string, string>>;

/** A setting, from the source that decides it. */
export interface Given {
  /** What a person calls it. */
  readonly name: string;
  readonly text: string;
}

type Text = 'url' | 'repository' | 'token';

const names = {
  url: { flags: '--url', environment: 'SVC_URL', gitConfig: 'svc.url of git config' },
  repository: { flags: '--repository', environment: 'SVC_REPOSITORY', gitConfig: 'svc.repository of git config' },
  // No token is kept in git's configuration: git has credential helpers for secrets.
  token: { flags: '--token', environment: 'SVC_TOKEN', gitConfig: '' },
} as const;

/** The setting of the first source that has one. An empty variable is one that somebody has unset the way CI systems do. */
export const firstGiven = (sources: SettingSources, key: Text): Given | undefined => {
  for (const source of ['flags', 'environment', 'gitConfig'] as const) {
    const text = sources[source][key]?.trim() ?? '';
    if (text !== '') return { name: names[key][source], text };
  }
  return undefined;
};

/** Whether any source names a service, rightly or not. */
export const namesService = (sources: SettingSources): boolean =>
  firstGiven(sources, 'url') !== undefined || sources.cloneLfsUrl !== undefined;

/** Whether plain http may leave this machine. */
export const allowsHttp = ({ flags, environment, gitConfig }: SettingSources): boolean =>
  flags.allowHttp ?? environment.allowHttp ?? gitConfig.allowHttp ?? false;

/** Shorter than people wait, longer than a service of many users thinks before it answers. */
const defaultStallSeconds = 15;

/** How long nothing may move on a connection. */
export const stallSecondsOf = ({ environment, gitConfig }: SettingSources): number =>
  environment.stallSeconds ?? gitConfig.stallSeconds ?? defaultStallSeconds;
