import { AgentProblem } from '../agent-problem.js';
import { linesOf } from '../git/lines-of.js';
import { type CloneConfig, lfsUrlOfClone, preferredRemote, readCloneConfig, remotesOf } from '../settings/clone-lfs-url.js';
import { withoutUser } from '../settings/clone-place.js';
import { readSettingSources } from '../settings/read-settings.js';
import { firstGiven, type SettingTexts } from '../settings/setting-sources.js';
import type { GitRepository } from './open-repository.js';

/** What git makes of the URLs of a remote, and what it pushes to. */
const urlsOf = async ({ runGit }: GitRepository, remote: string): Promise<readonly string[]> => {
  const said = await Promise.all([
    runGit(['remote', 'get-url', '--all', remote]),
    runGit(['remote', 'get-url', '--all', '--push', remote]),
    runGit(['config', '--get-all', `remote.${remote}.url`]),
  ]);
  return said.flatMap(({ stdout }) => linesOf(stdout));
};

/** The one among these that a push by this name, or to this URL, goes to. */
const findPushed = async (repository: GitRepository, remotes: readonly string[], pushed: string): Promise<string | undefined> => {
  for (const remote of remotes) if ((await urlsOf(repository, remote)).includes(pushed)) return remote;
  return undefined;
};

/** Whether the LFS URL of the remote says which repository it has, and no other remote has that one. */
const hasOwnRepository = async (
  { runGit, folder, environment }: GitRepository,
  config: CloneConfig,
  remote: string,
  flags: SettingTexts,
): Promise<boolean> => {
  const urlOf = (each: string): string | undefined => {
    const url = lfsUrlOfClone(config, { operation: 'download', remote: each });
    return url === undefined ? undefined : withoutUser(url);
  };
  const own = urlOf(remote);
  if (own === undefined || remotesOf(config).some((other) => other !== remote && urlOf(other) === own)) return false;
  return firstGiven(await readSettingSources(flags, { folder, environment }, runGit), 'url') === undefined;
};

/**
 * The remote that a push goes to, by its name, where `svc index` takes that one; undefined where it takes another one, for the branches of somebody's fork are
 * not those of the index. A push by URL counts as one to the remote that has it. A clone without a remote leaves no choice. One that prefers none of several
 * has those whose indexes are their own; throws where the pushed one has none, for nobody knows whose the index is.
 */
export const findIndexedRemote = async (
  repository: GitRepository,
  pushed: string,
  flags: SettingTexts,
): Promise<string | undefined> => {
  const config = await readCloneConfig(repository.runGit);
  const remotes = remotesOf(config);
  if (remotes.length === 0) return pushed;
  const preferred = preferredRemote(config, 'download');
  const indexed = preferred === undefined ? remotes : [preferred];
  const remote = remotes.includes(pushed) ? pushed : await findPushed(repository, indexed, pushed);
  if (remote === undefined || !indexed.includes(remote)) return undefined;
  if (preferred === undefined && !(await hasOwnRepository(repository, config, remote, flags)))
    throw new AgentProblem(
      'which remote? Set branch.<branch>.remote to the one that is indexed, or run: svc index --remote NAME',
    );
  return remote;
};
