import { lfsUrlOfClone, lfsUrlsOfRemote, readCloneConfig, usualRemote } from '../settings/clone-lfs-url.js';
import { withoutUser } from '../settings/clone-place.js';
import type { RunGit } from './run-git.js';

/** Where git-lfs goes to fetch and to push, also by what it makes up from the URL of the remote, without users; none without a remote or a clone. */
export const lfsEndpoints = async (runGit: RunGit): Promise<readonly string[]> => {
  const config = await readCloneConfig(runGit);
  const hasOwn = lfsUrlOfClone(config, { operation: 'download', remote: undefined }) !== undefined;
  const madeUp = hasOwn ? undefined : await madeUpEndpoint(runGit, usualRemote(config));
  const urls = [...(madeUp === undefined ? [] : [madeUp]), ...lfsUrlsOfRemote(config, undefined)];
  return [...new Set(urls.map(withoutUser))];
};

/** As git-lfs itself says it, which leaves out the name of the remote that it takes where that is `origin`. */
const madeUpEndpoint = async (runGit: RunGit, remote: string): Promise<string | undefined> => {
  const { stdout } = await runGit(['lfs', 'env']);
  const lines = stdout.matchAll(/^Endpoint(?: \((.*)\))?=(.+) \(auth=\w*\)\r?$/gm);
  const said = new Map([...lines].map(([, name = '', url]) => [name, url]));
  return said.get(remote) ?? said.get('');
};
