import { ok, type Result } from 'neverthrow';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import { type RequestedConversion, requestedForMs } from '../../../model/conversions/requested-conversion.js';
import type { ConversionPosition } from '../../../ports/records/conversion-records.js';
import { demandClaim } from '../collect/tree-work.js';
import { bytesPerTurn, conversionOf, note, type Progress, type Turn } from './conversion-turn.js';
import { convertObject } from './convert-object.js';

/** How many are asked for at a time of those that somebody waits for. */
const requestsPerSlice = 10;

/** Converts an object that somebody has asked for. That it has begun is noted first: should it take the process down, it is not asked for again for long. */
const convertOneRequested = async (turn: Turn, progress: Progress, position: ConversionPosition): Promise<void> => {
  const { repositoryId, oid } = position;
  const found = await turn.ports.unitOfWork.read(async ({ conversions, repositories }) => ({
    candidate: await conversions.findCandidate(repositoryId, oid),
    repository: await repositories.find(repositoryId),
  }));
  if (found.isErr()) throw new TreeUnavailable(found.error);
  const { candidate, repository } = found.value;
  await demandClaim(turn);
  const say = async (state: RequestedConversion['state']): Promise<void> => {
    const since = turn.ports.clock.now();
    const said = await turn.ports.unitOfWork.transact(
      async ({ repositories, requestedConversions }): Promise<Result<void, never>> => {
        if ((await repositories.find(repositoryId)) !== undefined)
          await requestedConversions.put(repositoryId, oid, { state, since });
        return ok();
      },
    );
    if (said.isErr()) throw new TreeUnavailable(said.error);
  };
  await say('begun');
  const conversion = candidate && repository && conversionOf(turn, candidate, repository, true);
  if (conversion !== undefined && conversion.mode !== 'off') {
    const outcome = await convertObject(conversion);
    note(turn, progress, conversion.candidate, outcome);
  }
  await say('ended');
  progress.bytes += candidate?.object.sizeBytes ?? 0;
};

/** What somebody waits for comes before all else, as much of it as there is time for in a turn. */
export const convertRequested = async (turn: Turn, progress: Progress): Promise<void> => {
  const { unitOfWork, clock } = turn.ports;
  while (progress.bytes < bytesPerTurn) {
    const since = clock.now() - requestedForMs;
    const waiting = await unitOfWork.read(({ requestedConversions }) =>
      requestedConversions.listWaiting(turn.organization.id, since, requestsPerSlice),
    );
    if (waiting.isErr()) throw new TreeUnavailable(waiting.error);
    if (waiting.value.length === 0) return;
    for (const position of waiting.value) {
      await convertOneRequested(turn, progress, position);
      if (progress.bytes >= bytesPerTurn) return;
    }
  }
};
