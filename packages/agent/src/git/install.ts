import { AgentProblem } from '../agent-problem.js';
import { lfsUrlOf, parseReference, parseServiceLocation } from '../settings/service-location.js';
import type { ConfigScope, GitConfig } from './git-config.js';
import { agentEntry, agentName } from './agent-entry.js';

export interface InstallOptions {
  readonly scope: ConfigScope;
  /** The Node that runs this very command, and the file that it was started with. */
  readonly node: string;
  readonly program: string;
  /** Of the service, or the LFS URL of a repository. */
  readonly url?: string;
  /** A UUID, or `organization/repository`. */
  readonly repository?: string;
  readonly allowHttp: boolean;
  /** Whether git-lfs is to leave everything to the agent, instead of asking the server first. */
  readonly standalone: boolean;
}

/**
 * Writes git's configuration so that git-lfs offers the agent to servers, and in standalone mode uses it without asking. Doing it again changes nothing;
 * doing it with other options leaves what those do not mention. Says whether git-lfs leaves everything to the agent now.
 *
 * One process, not several: two of them would send the chunks that two files share twice, and each of them uses all processors already.
 */
export const install = async (config: GitConfig, options: InstallOptions): Promise<boolean> => {
  const { scope, node, program, allowHttp } = options;
  const entry = agentEntry(node, program);
  const entries = [...serviceEntries(options)];
  const set = (key: string, value: string): Promise<void> => config.set(scope, key, value);
  for (const [name, value] of entries) await setSetting(config, scope, name, value);
  if (allowHttp) await setSetting(config, scope, 'allowhttp', 'true');
  await set(`lfs.customtransfer.${agentName}.path`, entry.path);
  await set(`lfs.customtransfer.${agentName}.args`, entry.args);
  await set(`lfs.customtransfer.${agentName}.concurrent`, 'false');
  const before = await standaloneKeys(config, scope);
  const now = await standaloneKey(config, options);
  // One that stayed at another URL would hand that one's objects to the agent, whose settings are of this one.
  const hasUrl = entries.length > 0 && now !== everyServerKey;
  const outdated = hasUrl ? before.filter((key) => key !== now && key !== everyServerKey) : [];
  for (const key of outdated) await config.unset(scope, key);
  if (options.standalone || outdated.length > 0) await set(now, agentName);
  return options.standalone || before.length > 0;
};

/** What `svc` itself reads, of the section of that name. */
const settingNames = ['url', 'repository', 'allowhttp'] as const;
type SettingName = (typeof settingNames)[number];

/** Where `install` keeps what it has written, so that `uninstall` can tell it from what a person has. */
const writtenKey = (name: SettingName): string => `lfs.customtransfer.${agentName}.${name}`;

const setSetting = async (config: GitConfig, scope: ConfigScope, name: SettingName, value: string): Promise<void> => {
  const key = `svc.${name}`;
  if ((await config.getIn(scope, key)) === value) return;
  await config.set(scope, key, value);
  await config.set(scope, writtenKey(name), value);
};

const everyServerKey = 'lfs.standalonetransferagent';

const serviceEntries = function* (options: InstallOptions): Generator<readonly [SettingName, string]> {
  const { scope, url, repository, allowHttp } = options;
  const location = url === undefined ? undefined : parseServiceLocation(url, allowHttp);
  if (location?.isErr() === true) throw new AgentProblem(`--url: ${location.error}`, 'setting');
  const { baseUrl, repository: named = repository } = location?.isOk() === true ? location.value : {};
  const reference = named === undefined ? undefined : parseReference(named);
  if (named !== undefined && reference === undefined) {
    throw new AgentProblem('--repository must be the id of a repository, a UUID, or organization/repository', 'setting');
  }
  if (reference !== undefined && scope === 'global') {
    throw new AgentProblem('a repository belongs to one clone: run svc install in it, without --global', 'setting');
  }
  if (baseUrl !== undefined) yield ['url', baseUrl];
  if (reference !== undefined) yield ['repository', reference];
};

/** For one URL where it is known, so that other servers of the same clone or the same user are left as they are. */
const standaloneKey = async (config: GitConfig, { scope }: InstallOptions): Promise<string> => {
  const baseUrl = await config.getIn(scope, 'svc.url');
  if (baseUrl === undefined) return everyServerKey;
  const reference = await config.getIn(scope, 'svc.repository');
  return `lfs.${reference === undefined ? baseUrl : lfsUrlOf(baseUrl, reference)}.standalonetransferagent`;
};

/** Those that name the agent. */
const standaloneKeys = async (config: GitConfig, scope: ConfigScope): Promise<readonly string[]> => {
  const all = (await config.keysIn(scope, 'lfs.')).filter((key) => /^lfs\.(?:.*\.)?standalonetransferagent$/.test(key));
  const ours: string[] = [];
  for (const key of all) if ((await config.getIn(scope, key)) === agentName) ours.push(key);
  return ours;
};

/** Takes back what `install` has written in a scope, and nothing else. What has never been there is fine. */
export const uninstall = async (config: GitConfig, scope: ConfigScope): Promise<void> => {
  for (const name of settingNames) {
    const written = await config.getIn(scope, writtenKey(name));
    if (written !== undefined && (await config.getIn(scope, `svc.${name}`)) === written) await config.unset(scope, `svc.${name}`);
  }
  const ours = await config.keysIn(scope, `lfs.customtransfer.${agentName}.`);
  for (const key of [...ours, ...(await standaloneKeys(config, scope))]) await config.unset(scope, key);
};
