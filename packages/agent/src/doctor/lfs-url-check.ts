import { agentName } from '../git/agent-entry.js';
import { createGitConfig } from '../git/git-config.js';
import { askedPlace, findOtherName } from '../settings/find-other-name.js';
import type { ResolveDependencies } from '../settings/resolve-names.js';
import type { SettingSources } from '../settings/setting-sources.js';
import type { Settings } from '../settings/settings.js';
import { type CheckResult, failed, passed, warned } from './check.js';

/**
 * Whether the agent goes where the service says to git-lfs that objects go. Undefined where git-lfs knows no agent or asks no service, and where it asks
 * another one than that of the settings, which their own check says.
 */
export const checkLfsUrl = async (
  sources: SettingSources,
  { baseUrl }: Settings,
  dependencies: ResolveDependencies,
): Promise<CheckResult | undefined> => {
  const { runGit } = dependencies;
  const asked = await askedPlace(sources, runGit);
  if (asked?.baseUrl !== baseUrl) return undefined;
  if ((await createGitConfig(runGit).get(`lfs.customtransfer.${agentName}.path`)) === undefined) return undefined;
  const otherName = await findOtherName(asked, sources, dependencies);
  if (otherName.isErr())
    return warned('lfs-url', `whether svc goes where the service sends git-lfs is not known: ${otherName.error}`);
  return otherName.value === undefined
    ? passed('lfs-url', 'svc goes where the service sends git-lfs')
    : failed('lfs-url', otherName.value);
};
