import { err, ok, type Result } from 'neverthrow';
import { type Unavailable, unavailable } from '../../../model/app-error.js';
import type { RepositoryId, TreePath } from '../../../model/values/index.js';
import type { Queries, Records } from '../../../ports/unit-of-work.js';
import { askAgainAfterSeconds } from './terms.js';

// What a transaction needs of condemned files. Each that writes holds the organization, as every change of them does.

/** Whether the file is in no answer: in quarantine, or being deleted. */
export const isHidden = async ({ condemned }: Pick<Queries, 'condemned'>, repositoryId: RepositoryId, path: TreePath) => {
  const file = (await condemned.find(repositoryId, [path])).get(path);
  return file !== undefined && file.state !== 'seen';
};

/** Those of the files that are stored, and that nobody is deleting: brought back, they stay. */
export const findLasting = async (
  { tree, condemned }: Queries,
  repositoryId: RepositoryId,
  paths: readonly TreePath[],
): Promise<ReadonlySet<TreePath>> => {
  const files = await tree.findFiles(repositoryId, paths);
  const found = await condemned.find(repositoryId, paths);
  return new Set(paths.filter((path) => files.get(path)?.state === 'stored' && found.get(path)?.state !== 'deleting'));
};

/** Takes the file back from whatever was to become of it. One that is being deleted comes too late: it may come again when that is over. */
export const bringBack = async (
  { condemned }: Records,
  repositoryId: RepositoryId,
  path: TreePath,
): Promise<Result<void, Unavailable>> => {
  const file = (await condemned.find(repositoryId, [path])).get(path);
  if (file === undefined) return ok();
  if (file.state === 'deleting') return err(unavailable('storage', askAgainAfterSeconds));
  await condemned.remove(repositoryId, [path]);
  return ok();
};
