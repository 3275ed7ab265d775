import { AgentProblem } from '../agent-problem.js';
import { parseReference, parseServiceLocation } from '../settings/service-location.js';
import type { ConfigScope, GitConfig } from './git-config.js';
import { agentEntry, agentName } from './agent-entry.js';
import { everyServerKey, planStandalone } from './plan-standalone.js';
import { type SettingName, settingKeys, writtenKey } from './written-keys.js';

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
  /** The LFS URLs that the clone has without `install`; none for all clones of a user. */
  readonly ownUrls: readonly string[];
}

export interface Installed {
  /** Whether git-lfs leaves everything to the agent now. */
  readonly isStandalone: boolean;
  /** What `lfs.url` was set to, where the clone had no LFS URL. */
  readonly lfsUrl: string | undefined;
}

/**
 * Writes git's configuration so that git-lfs offers the agent to servers, and in standalone mode uses it without asking. Doing it again changes nothing;
 * doing it with other options leaves what those do not mention.
 *
 * One process, not several: two of them would send the chunks that two files share twice, and each of them uses all processors already.
 */
export const install = async (config: GitConfig, options: InstallOptions): Promise<Installed> => {
  const { scope, node, program, allowHttp, ownUrls, standalone: isAsked } = options;
  const entry = agentEntry(node, program);
  const entries = [...serviceEntries(options)];
  const given = new Map(entries);
  const baseUrl = given.get('url') ?? (await config.getIn(scope, 'svc.url'));
  const reference = given.get('repository') ?? (await config.getIn(scope, 'svc.repository'));
  const { keys, lfsUrl } = planStandalone({ baseUrl, reference, ownUrls, isAsked });
  const set = (key: string, value: string): Promise<void> => config.set(scope, key, value);
  for (const [name, value] of entries) await setSetting(config, scope, name, value);
  if (allowHttp) await setSetting(config, scope, 'allowhttp', 'true');
  await set(`lfs.customtransfer.${agentName}.path`, entry.path);
  await set(`lfs.customtransfer.${agentName}.args`, entry.args);
  await set(`lfs.customtransfer.${agentName}.concurrent`, 'false');
  const before = await standaloneKeys(config, scope);
  // One that stayed at another URL would hand that one's objects to the agent, whose settings are of this one.
  const hasUrl = entries.length > 0 && !keys.includes(everyServerKey);
  const outdated = hasUrl ? before.filter((key) => !keys.includes(key) && key !== everyServerKey) : [];
  for (const key of outdated) await config.unset(scope, key);
  const isStandalone = isAsked || before.length > 0;
  if (!isAsked && outdated.length === 0) return { isStandalone, lfsUrl: undefined };
  for (const key of keys) await set(key, agentName);
  const isSet = lfsUrl !== undefined && (await setSetting(config, scope, 'lfsurl', lfsUrl));
  return { isStandalone, lfsUrl: isSet ? lfsUrl : undefined };
};

/** Whether that was to be written. */
const setSetting = async (config: GitConfig, scope: ConfigScope, name: SettingName, value: string): Promise<boolean> => {
  const key = settingKeys[name];
  if ((await config.getIn(scope, key)) === value) return false;
  await config.set(scope, key, value);
  await config.set(scope, writtenKey(name), value);
  return true;
};

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

/** Those that name the agent. */
const standaloneKeys = async (config: GitConfig, scope: ConfigScope): Promise<readonly string[]> => {
  const all = (await config.keysIn(scope, 'lfs.')).filter((key) => /^lfs\.(?:.*\.)?standalonetransferagent$/.test(key));
  const ours: string[] = [];
  for (const key of all) if ((await config.getIn(scope, key)) === agentName) ours.push(key);
  return ours;
};

const settingNames = ['url', 'repository', 'allowhttp', 'lfsurl'] as const satisfies readonly SettingName[];

/** Takes back what `install` has written in a scope, and nothing else. What has never been there is fine. */
export const uninstall = async (config: GitConfig, scope: ConfigScope): Promise<void> => {
  for (const name of settingNames) {
    const written = await config.getIn(scope, writtenKey(name));
    const key = settingKeys[name];
    if (written !== undefined && (await config.getIn(scope, key)) === written) await config.unset(scope, key);
  }
  const ours = await config.keysIn(scope, `lfs.customtransfer.${agentName}.`);
  for (const key of [...ours, ...(await standaloneKeys(config, scope))]) await config.unset(scope, key);
};
