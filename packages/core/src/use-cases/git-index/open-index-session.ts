import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
import { type Conflict, conflict, type Forbidden, type NotFound, type Unavailable } from '../../model/app-error.js';
import type { GitObjectFormat } from '../../model/git-index/git-id.js';
import { type GitIndex, indexSessionMs, type IndexSession, newGitIndex } from '../../model/git-index/git-index.js';
import { type IndexSessionId, type RepositoryId, trusted } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';

/** More are never there at a time: one that is finalized gives way, and then the oldest. */
const maxSessionsPerRepository = 100;

/**
 * Makes room for another session. Those of another format end, which an index that is empty has had: in one index objects are named in one way. What the removed
 * ones have left incomplete counts no more.
 */
const giveWay = async ({ gitIndex }: Records, repositoryId: RepositoryId, format: GitObjectFormat): Promise<number> => {
  const sessions = await gitIndex.listSessions(repositoryId);
  const isOther = ({ objectFormat }: IndexSession): boolean => objectFormat !== format;
  const isFinalized = ({ outcome }: IndexSession): boolean => outcome !== undefined;
  const [others, own] = [sessions.filter(isOther), sessions.filter((session) => !isOther(session))];
  const inTurn = [...own.filter(isFinalized), ...own.filter((session) => !isFinalized(session))];
  const first = inTurn.slice(0, Math.max(0, own.length + 1 - maxSessionsPerRepository));
  let freedBytes = 0;
  for (const session of [...others, ...first]) freedBytes += await gitIndex.removeSession(session);
  return freedBytes;
};

/** The index as it is, or a new one in place of none or of one that is empty; undefined when it is of another format. */
const indexFor = (found: GitIndex | undefined, format: GitObjectFormat): GitIndex | undefined => {
  if (found === undefined) return newGitIndex(format);
  if (found.objectFormat === format) return found;
  return found.commitCount === 0 && found.objectCount === 0 ? { ...found, objectFormat: format } : undefined;
};

export const openIndexSession =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'>) =>
  (
    grant: RepositoryGrant<'repository.push'>,
    command: { readonly objectFormat: GitObjectFormat },
  ): ResultAsync<IndexSession, NotFound | Forbidden | Conflict | Unavailable> =>
    withLockedRepository(ports, grant, async (records, { caller, repository: { repositoryId } }) => {
      const index = indexFor(await records.gitIndex.lock(repositoryId), command.objectFormat);
      if (index === undefined) return err(conflict('object_format'));
      const freedBytes = await giveWay(records, repositoryId, command.objectFormat);
      await records.gitIndex.put(repositoryId, { ...index, bytes: index.bytes - freedBytes });
      const openedAt = ports.clock.now();
      const session: IndexSession = {
        id: trusted<IndexSessionId>(ports.random.uuid()),
        repositoryId,
        objectFormat: command.objectFormat,
        baseGeneration: index.generation,
        repositoryGeneration: (await records.repositories.find(repositoryId))?.generation,
        openedBy: caller.userId,
        openedAt,
        expiresAt: openedAt + indexSessionMs,
        outcome: undefined,
      };
      await records.gitIndex.addSession(session);
      return ok(session);
    });
