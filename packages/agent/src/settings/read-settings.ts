import { AgentProblem } from '../agent-problem.js';
import type { RunGit } from '../git/run-git.js';
import { pathFrom } from '../path-from.js';
import type { Place } from '../surroundings.js';
import { type LfsUse, lfsUrlOfClone, readCloneConfig, writtenLfsUrl } from './clone-lfs-url.js';
import type { Environment } from './environment.js';
import { netrcFileOf } from './netrc.js';
import { type ResolveDependencies, resolveNames } from './resolve-names.js';
import type { SettingSources, SettingTexts } from './setting-sources.js';
import { decideSettings, type Settings } from './settings.js';

/** Of the commands that work without git-lfs, and write nothing. */
const readingUse: LfsUse = { operation: 'download', remote: undefined };

/** Collects what the command line, the environment, git's configuration and the clone say. Outside of a clone, and without git, the last two say nothing. */
export const readSettingSources = async (
  flags: SettingTexts,
  { environment, folder }: Place,
  runGit: RunGit,
  use: LfsUse = readingUse,
): Promise<SettingSources> => ({
  flags,
  environment: {
    url: environment['SVC_URL'],
    repository: environment['SVC_REPOSITORY'],
    token: environment['SVC_TOKEN'],
    allowHttp: booleanIn('SVC_ALLOW_HTTP', environment['SVC_ALLOW_HTTP']),
    stallSeconds: secondsIn('SVC_STALL_SECONDS', environment['SVC_STALL_SECONDS']),
  },
  netrcFile: netrcFileIn(environment, folder),
  ...(await readGit(runGit, use)),
});

/** Throws where what the sources say must not decide, though these settings follow from it. */
export type CheckSources = (sources: SettingSources, settings: Settings) => Promise<void>;

/** The settings that follow, for what a command does; throws with the line that names what has to be changed. */
export const readSettings = async (
  flags: SettingTexts,
  dependencies: Place & ResolveDependencies,
  use?: LfsUse,
  check?: CheckSources,
): Promise<Settings> => {
  const sources = await resolveNames(await readSettingSources(flags, dependencies, dependencies.runGit, use), dependencies);
  const settings = decideSettings(sources);
  if (settings.isErr()) throw new AgentProblem(settings.error, 'setting');
  await check?.(sources, settings.value);
  return settings.value;
};

const netrcFileIn = (environment: Environment, folder: string | undefined): string | undefined => {
  const file = netrcFileOf(environment);
  return file === undefined ? undefined : pathFrom(folder, file);
};

const readGit = async (
  runGit: RunGit,
  use: LfsUse,
): Promise<Pick<SettingSources, 'gitConfig' | 'cloneLfsUrl' | 'writtenLfsUrl' | 'cloneRefused'>> => {
  const config = await readCloneConfig(runGit);
  const { git } = config;
  return {
    gitConfig: {
      url: git.get('svc.url'),
      repository: git.get('svc.repository'),
      allowHttp: booleanIn('svc.allowhttp of git config', git.get('svc.allowhttp')),
      stallSeconds: secondsIn('svc.stallseconds of git config', git.get('svc.stallseconds')),
    },
    cloneLfsUrl: lfsUrlOfClone(config, use),
    writtenLfsUrl: writtenLfsUrl(config, use),
    cloneRefused: config.refused,
  };
};

const booleanIn = (name: string, text: string | undefined): boolean | undefined => {
  switch (text?.trim().toLowerCase()) {
    case undefined:
    case '':
      return undefined;
    case '1':
    case 'true':
    case 'yes':
    case 'on':
      return true;
    case '0':
    case 'false':
    case 'no':
    case 'off':
      return false;
    default:
      throw new AgentProblem(`${name} must be true or false`, 'setting');
  }
};

const mostSeconds = 3600;

const secondsIn = (name: string, text = ''): number | undefined => {
  const digits = text.trim();
  if (digits === '') return undefined;
  const seconds = Number(digits);
  if (/^\d+$/.test(digits) && seconds >= 1 && seconds <= mostSeconds) return seconds;
  throw new AgentProblem(`${name} must be a whole number of seconds from 1 to ${mostSeconds}`, 'setting');
};
