import { agentName } from '../git/agent-entry.js';
import { createGitConfig } from '../git/git-config.js';
import { isStandaloneFor } from '../git/is-standalone.js';
import { lfsEndpoints } from '../git/lfs-endpoints.js';
import type { RunGit } from '../git/run-git.js';
import { baseUrlOf } from '../settings/clone-place.js';
import type { SettingSources } from '../settings/setting-sources.js';
import { conflictWithClone, type Settings } from '../settings/settings.js';
import { type CheckResult, failed, passed, warned } from './check.js';

/** Whether git-lfs and the commands have the same repository in mind. */
export const checkSettings = async (
  sources: SettingSources,
  { repositoryId, baseUrl }: Settings,
  runGit: RunGit,
): Promise<CheckResult> => {
  const conflict = conflictWithClone(sources);
  const place = `repository ${repositoryId} of ${baseUrl}`;
  if (conflict === undefined) {
    const elsewhere = await endpointElsewhere(baseUrl, runGit);
    return elsewhere === undefined
      ? passed('settings', place)
      : warned(
          'settings',
          `git-lfs goes to ${elsewhere}, push and pull to ${place}; set lfs.url to the LFS URL of that repository`,
        );
  }
  return (await isStandaloneFor(runGit, conflict.cloneUrl))
    ? failed('settings', `${conflict.message}; git-lfs can move nothing until one of them is changed`)
    : warned('settings', `${conflict.message}; git-lfs goes to the first, push and pull to the second`);
};

/** What git-lfs goes to that is not of the service, unless it does not know the agent, or leaves the objects to it anyway. */
const endpointElsewhere = async (baseUrl: string, runGit: RunGit): Promise<string | undefined> => {
  if ((await createGitConfig(runGit).get(`lfs.customtransfer.${agentName}.path`)) === undefined) return undefined;
  for (const url of await lfsEndpoints(runGit)) {
    if (baseUrlOf(url) !== baseUrl && !(await isStandaloneFor(runGit, url))) return url;
  }
  return undefined;
};
