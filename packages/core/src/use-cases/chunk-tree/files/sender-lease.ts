import { ok, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../../model/app-error.js';
import type { TreeFile } from '../../../model/chunk-tree/tree-file.js';
import { type Instant, type RepositoryId, SECOND_MS, type TreePath } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';

/** A file of which no sender has said for so long that it is still at work has none: their processes have died. */
export const senderLeaseMs = 15 * SECOND_MS;
/** Two may fail before a sender takes itself for lost, which it does before others do. */
const renewEveryMs = senderLeaseMs / 4;
const lostAfterMs = 3 * renewEveryMs;

/** How many senders of the file are at work. */
export const sendersAtWork = (file: TreeFile | undefined, at: Instant): number =>
  file !== undefined && file.changedAt > at - senderLeaseMs ? file.receivers : 0;

/** What a sender says of itself for as long as it is at work. */
export interface SenderLease {
  /**
   * Whether somebody may take the sender for dead, or has, because its process stood still: then its room may be somebody else's, and it is counted
   * no more. It stays so.
   */
  isLost(): boolean;
  end(): void;
}

type LeasePorts = Pick<Ports, 'unitOfWork' | 'clock'>;

const renew = (
  { unitOfWork }: LeasePorts,
  repositoryId: RepositoryId,
  path: TreePath,
  at: Instant,
): ResultAsync<void, Unavailable> =>
  unitOfWork.transact(async ({ tree }): Promise<Result<void, never>> => {
    const file = await tree.findFile(repositoryId, path);
    // One that was settled meanwhile is the business of the sender's end.
    if (file?.state === 'receiving') await tree.putFile(repositoryId, { ...file, changedAt: at });
    return ok(undefined);
  });

/** Begins with the row that the sender has just written. */
export const keepSenderLease = (ports: LeasePorts, repositoryId: RepositoryId, path: TreePath, begunAt: Instant): SenderLease => {
  const { clock } = ports;
  let renewedAt = begunAt;
  let isOver = false;
  let callOff: (() => void) | undefined;
  const renewOnce = async (): Promise<void> => {
    const at = clock.now();
    // Too late: others may have counted without it, and its end has to see to that.
    if (isOver || at >= renewedAt + lostAfterMs) return;
    // Nobody waits for it here: what is thrown would end the process, and shows again where the sender's end is settled.
    const [renewed] = await Promise.allSettled([renew(ports, repositoryId, path, at)]);
    if (renewed.status === 'fulfilled' && renewed.value.isOk()) renewedAt = at;
    plan();
  };
  const plan = (): void => {
    if (!isOver) callOff = clock.after?.(renewEveryMs, () => void renewOnce());
  };
  plan();
  return {
    isLost: () => clock.now() >= renewedAt + lostAfterMs,
    end: () => {
      isOver = true;
      callOff?.();
    },
  };
};
