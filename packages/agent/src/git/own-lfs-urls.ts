import { lfsUrlsOfRemote, readCloneConfig, remotesOf } from '../settings/clone-lfs-url.js';
import { withoutUser } from '../settings/clone-place.js';
import type { RunGit } from './run-git.js';
import { settingKeys, writtenKey } from './written-keys.js';

/**
 * The LFS URLs that a clone has without `install`, and without their users: those of the remote that git-lfs takes when nobody names one, else those of the
 * other remotes, over which an `lfs.url` would go. None where git-lfs makes all of them up from the URLs of the remotes.
 */
export const ownLfsUrls = async (runGit: RunGit): Promise<readonly string[]> => {
  const read = await readCloneConfig(runGit);
  const git = new Map(read.git);
  if (git.get(settingKeys.lfsurl) === git.get(writtenKey('lfsurl'))) git.delete(settingKeys.lfsurl);
  const config = { ...read, git };
  const usual = lfsUrlsOfRemote(config, undefined);
  const urls = usual.length > 0 ? usual : remotesOf(config).flatMap((remote) => lfsUrlsOfRemote(config, remote));
  return [...new Set(urls.map(withoutUser))];
};
