import { ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { Oid, RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { namesInIndex } from './named-by-index.js';

/** Objects that are named in one transaction: rivals that register others wait for it. */
const namedAtOnce = 500;

/**
 * Gives names to those of the objects that were stored without one, now that the Git index knows where they are. To be asked with what has come into the index,
 * in the order of its commits: of those that get one name the last one is the newest version then.
 */
export const nameIndexed =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (repositoryId: RepositoryId, oids: readonly Oid[]): ResultAsync<void, Unavailable> =>
    safeTry(async function* () {
      if (oids.length === 0) return ok(undefined);
      const named = yield* await unitOfWork.read(async ({ objects, gitIndex }) => {
        const unnamed = await objects.findUnnamed(repositoryId, oids);
        return namesInIndex(
          { gitIndex },
          repositoryId,
          oids.filter((oid) => unnamed.has(oid)),
        );
      });
      for (let at = 0; at < named.length; at += namedAtOnce) {
        yield* await unitOfWork.transact(async ({ objects }): Promise<Result<void, never>> => {
          await objects.name(repositoryId, named.slice(at, at + namedAtOnce), clock.now());
          return ok();
        });
      }
      return ok(undefined);
    });
