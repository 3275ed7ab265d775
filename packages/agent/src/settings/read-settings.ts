import { AgentProblem } from '../agent-problem.js';
import { createGitConfig } from '../git/git-config.js';
import type { RunGit } from '../git/run-git.js';
import { decideSettings, type Settings, type SettingSources, type SettingTexts } from './settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Collects what the command line, the environment, git's configuration and the clone say. Outside of a clone, and without git, the last two say nothing. */
export const readSettingSources = async (
  flags: SettingTexts,
  environment: Environment,
  runGit: RunGit,
): Promise<SettingSources> => ({
  flags,
  environment: {
    url: environment['SVC_URL'],
    repository: environment['SVC_REPOSITORY'],
    token: environment['SVC_TOKEN'],
    allowHttp: booleanIn('SVC_ALLOW_HTTP', environment['SVC_ALLOW_HTTP']),
  },
  ...(await readGit(runGit)),
});

/** The settings that follow; throws with the line that names what has to be changed. */
export const readSettings = async (flags: SettingTexts, environment: Environment, runGit: RunGit): Promise<Settings> => {
  const settings = decideSettings(await readSettingSources(flags, environment, runGit));
  if (settings.isErr()) throw new AgentProblem(settings.error, 'setting');
  return settings.value;
};

const readGit = async (runGit: RunGit): Promise<Pick<SettingSources, 'gitConfig' | 'cloneLfsUrl'>> => {
  const config = createGitConfig(runGit);
  const [url, repository, allowHttp, lfsUrl] = await Promise.all(
    ['svc.url', 'svc.repository', 'svc.allowhttp', 'lfs.url'].map((key) => config.get(key)),
  );
  return {
    gitConfig: { url, repository, allowHttp: booleanIn('svc.allowhttp of git config', allowHttp) },
    cloneLfsUrl: lfsUrl ?? (await lfsUrlOfWorkTree(runGit)),
  };
};

/** What the clone's own `.lfsconfig` says. */
const lfsUrlOfWorkTree = async (runGit: RunGit): Promise<string | undefined> => {
  const { code, stdout } = await runGit(['rev-parse', '--show-toplevel']);
  if (code !== 0) return undefined;
  return createGitConfig(runGit).getFrom(`${stdout.replace(/\r?\n$/, '')}/.lfsconfig`, 'lfs.url');
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
