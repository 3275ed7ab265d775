import type { AgentOptions } from 'node:https';
import { findAuthorities } from './git/find-authorities.js';
import type { RunGit } from './git/run-git.js';
import { withoutUser } from './settings/clone-place.js';
import type { Place } from './surroundings.js';
import { trustAuthorities } from './trusted-authorities.js';

/** How connections to a proxy are made: one that is reached by HTTPS may have a certificate of an authority that git trusts. */
export const openProxy = async (
  proxy: string,
  connections: AgentOptions,
  { runGit, ...place }: Place & { readonly runGit: RunGit },
): Promise<AgentOptions> => {
  if (!proxy.startsWith('https:')) return connections;
  const authorities = await findAuthorities(runGit, withoutUser(proxy), place);
  if (authorities === undefined) return connections;
  return { ...connections, secureContext: await trustAuthorities(authorities, place.environment) };
};
