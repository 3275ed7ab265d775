import { AgentProblem } from '../agent-problem.js';
import type { Environment } from '../settings/environment.js';
import { createGitConfig } from './git-config.js';
import { isOwnHost, isSparedFromProxy } from './spared-from-proxy.js';
import type { RunGit } from './run-git.js';

const firstSet = (environment: Environment, names: readonly string[]): string =>
  names.map((name) => environment[name] ?? '').find((value) => value !== '') ?? '';

const ofEnvironment = (environment: Environment, protocol: string): string =>
  firstSet(environment, [...(protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : []), ...['HTTP_PROXY', 'http_proxy']]);

const usable: ReadonlySet<string> = new Set(['http:', 'https:']);

const isEncoded = (text: string): boolean => !/%(?![0-9a-f]{2})/i.test(text);

/** As curl and git-lfs take it: what names no protocol speaks HTTP. */
const readProxy = (text: string): string => {
  const url = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(url)) throw new AgentProblem('the address of the proxy is no URL', 'setting');
  const { protocol, host, username, password } = new URL(url);
  if (![username, password].every(isEncoded)) {
    throw new AgentProblem(`the user or the password of the proxy ${host} has a % that must be written %25`, 'setting');
  }
  if (usable.has(protocol)) return url;
  throw new AgentProblem(`the proxy ${protocol}//${host} cannot be used: svc speaks to proxies by HTTP or HTTPS`, 'setting');
};

/**
 * The proxy for a URL, as git-lfs finds it: the `http.<url>.proxy` that git matches best, else `http.proxy`, where an empty one means none as to git, else what
 * the environment names. No proxy is asked for this machine, and for what `NO_PROXY` lists. Undefined where there is none.
 */
export const findProxy = async (runGit: RunGit, url: string, environment: Environment): Promise<string | undefined> => {
  const { hostname, protocol, port } = new URL(url);
  if (isOwnHost(hostname)) return undefined;
  const named = (await createGitConfig(runGit).getFor('http.proxy', url)) ?? ofEnvironment(environment, protocol);
  const place = { host: hostname, port: port || (protocol === 'https:' ? '443' : '80') };
  if (named === '' || isSparedFromProxy(place, firstSet(environment, ['NO_PROXY', 'no_proxy']))) return undefined;
  return readProxy(named);
};
