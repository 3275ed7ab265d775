import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import { defaultColdAfterMs } from '../../../model/conversions/deduplication.js';
import { demandClaim } from '../collect/tree-work.js';
import { bytesPerTurn, candidatesPerSlice, conversionOf, type Progress, type Turn, withoutRoomFor } from './conversion-turn.js';
import { restoreWhole } from './restore-whole.js';

/**
 * Gives objects their whole bytes back that have become hot again, as many as there is time for in a turn. The others wait for the next look; so they do behind one
 * whose storage does not answer, which then comes after them.
 */
export const restoreHot = async (turn: Turn, progress: Progress): Promise<void> => {
  const { unitOfWork, clock, settings } = turn.ports;
  const now = clock.now();
  const of = { downloadedSince: now - (settings.coldAfterMs ?? defaultColdAfterMs), now };
  const found = await unitOfWork.read(async ({ conversions }) =>
    conversions.listConverted(turn.organization.id, of, candidatesPerSlice),
  );
  if (found.isErr()) throw new TreeUnavailable(found.error);
  let bytes = 0;
  for (const candidate of found.value) {
    if (bytes >= bytesPerTurn) return;
    const repository = await unitOfWork.read(({ repositories }) => repositories.find(candidate.repositoryId));
    if (repository.isErr()) throw new TreeUnavailable(repository.error);
    const conversion = repository.value && conversionOf(turn, candidate, repository.value);
    if (conversion === undefined) continue;
    await demandClaim(turn);
    const { sizeBytes } = candidate.object;
    const outcome = await restoreWhole(conversion);
    const { total } = progress;
    if (outcome === 'restored') {
      const { restoredObjects, restoredBytes } = total;
      progress.total = { ...total, restoredObjects: restoredObjects + 1, restoredBytes: restoredBytes + sizeBytes };
      bytes += sizeBytes;
    }
    if (outcome === 'no_room') progress.total = withoutRoomFor(total, turn.organization.id);
    if (outcome === 'no_room' || outcome === 'unanswered') return;
  }
};
