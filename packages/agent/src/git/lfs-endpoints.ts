import { lfsUrlOfClone, readCloneConfig, usualRemote } from '../settings/clone-lfs-url.js';
import { withoutUser } from '../settings/clone-place.js';
import type { RunGit } from './run-git.js';

/** Where git-lfs goes to fetch and to push, also by what it makes up from the URL of the remote, without users; none without a remote or a clone. */
export const lfsEndpoints = async (runGit: RunGit): Promise<readonly string[]> => {
  const config = await readCloneConfig(runGit);
  const urls: string[] = [];
  for (const operation of ['download', 'upload'] as const) {
    const own = lfsUrlOfClone(config, { operation, remote: undefined });
    const url = own ?? (await madeUpEndpoint(runGit, usualRemote(config, operation)));
    if (url !== undefined) urls.push(withoutUser(url));
  }
  return [...new Set(urls)];
};

/** As git-lfs itself says it, which leaves out the name of the remote that it takes where that is `origin`. */
const madeUpEndpoint = async (runGit: RunGit, remote: string): Promise<string | undefined> => {
  const { stdout } = await runGit(['lfs', 'env']);
  const lines = stdout.matchAll(/^Endpoint(?: \((.*)\))?=(.+) \(auth=\w*\)\r?$/gm);
  const said = new Map([...lines].map(([, name = '', url]) => [name, url]));
  return said.get(remote) ?? said.get('');
};
