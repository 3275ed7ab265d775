import { readFile } from 'node:fs/promises';
import { Agent, type AgentOptions } from 'node:https';
import { createSecureContext, rootCertificates } from 'node:tls';
import { AgentProblem } from './agent-problem.js';
import { codeOf } from './error-code.js';
import { findAuthorities } from './git/find-authorities.js';
import type { RunGit } from './git/run-git.js';
import type { Environment } from './settings/environment.js';
import type { Place } from './surroundings.js';

export interface HttpsAgents {
  /** Gives the connections to a URL's host. */
  readonly find: (url: string) => Promise<Agent>;
  /** Breaks them off. */
  readonly close: () => void;
}

const certificate = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----/;

const readAuthorities = async (path: string): Promise<string> => {
  const text = await readFile(path, 'latin1').catch((fault: unknown) => {
    throw new AgentProblem(`http.sslCAInfo: ${path} cannot be read (${codeOf(fault)})`, 'setting');
  });
  if (!certificate.test(text)) throw new AgentProblem(`http.sslCAInfo: ${path} has no certificate`, 'setting');
  return text;
};

/** What `NODE_EXTRA_CA_CERTS` adds to those of Node: where authorities are named, Node trusts these alone. A file that Node could not read it has said itself. */
const readExtra = async (path: string | undefined): Promise<readonly string[]> =>
  path === undefined || path === ''
    ? []
    : readFile(path, 'latin1').then(
        (text) => [text],
        () => [],
      );

const createAgent = async (path: string, connections: AgentOptions, environment: Environment): Promise<Agent> => {
  const ca = [...rootCertificates, ...(await readExtra(environment['NODE_EXTRA_CA_CERTS'])), await readAuthorities(path)];
  // An agent that is given the authorities themselves would compare them for each request.
  return new Agent({ ...connections, secureContext: createSecureContext({ ca }) });
};

/** Each host is looked up once, by the first URL of it, and each file read once. Rejects with an `AgentProblem` where a file is of no use. */
export const createHttpsAgents = (
  connections: AgentOptions,
  { runGit, ...place }: Place & { readonly runGit: RunGit },
): HttpsAgents => {
  /** For hosts whose certificates Node trusts by itself. */
  const ordinary = new Agent(connections);
  const opened: Agent[] = [ordinary];
  const byHost = new Map<string, Promise<Agent>>();
  const byFile = new Map<string, Promise<Agent>>();
  const open = async (path: string): Promise<Agent> => {
    const agent = await createAgent(path, connections, place.environment);
    opened.push(agent);
    return agent;
  };
  const find = async (url: string): Promise<Agent> => {
    const path = await findAuthorities(runGit, url, place);
    if (path === undefined) return ordinary;
    const agent = byFile.get(path) ?? open(path);
    byFile.set(path, agent);
    return agent;
  };
  return {
    find: (url) => {
      const { origin, pathname } = new URL(url);
      // Signed URLs have secrets in their queries.
      const agent = byHost.get(origin) ?? find(origin + pathname);
      byHost.set(origin, agent);
      return agent;
    },
    close: () => {
      for (const agent of opened) agent.destroy();
    },
  };
};
