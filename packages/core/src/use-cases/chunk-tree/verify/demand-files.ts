import { err, ok, type Result } from 'neverthrow';
import type { Conflict } from '../../../model/app-error.js';
import type { RepositoryId, TreePath } from '../../../model/values/index.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { findLasting } from '../collect/condemned.js';

/** Enough to see what is wrong; a client sends all of the object again. */
const maxNamed = 100;

/** The files are needed from now on, as a step of a transaction that holds the organization: they are condemned no more. A conflict when one is being deleted, or gone. */
export const demandFiles = async (
  records: Records,
  repositoryId: RepositoryId,
  paths: readonly TreePath[],
): Promise<Result<void, Conflict>> => {
  const lasting = await findLasting(records, repositoryId, paths);
  const gone = paths.filter((path) => !lasting.has(path));
  if (gone.length > 0) return err({ kind: 'conflict', reason: 'chunks_gone', paths: gone.slice(0, maxNamed) });
  await records.condemned.remove(repositoryId, paths);
  return ok();
};
