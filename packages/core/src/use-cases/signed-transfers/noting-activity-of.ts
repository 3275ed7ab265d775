import { ok, type Result } from 'neverthrow';
import { activityResolutionMs, isActivityDue } from '../../model/uploads/idle-session.js';
import { isClientSession } from '../../model/uploads/session-guard.js';
import { type ObjectKey, sessionOfStagingKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { noteActivity } from '../../steps/objects/note-activity.js';

type NotePorts = Pick<Ports, 'unitOfWork' | 'clock'>;

/** Notes that bytes come for the session of a staging key. That it fails stops no upload: the next minute tries again. */
const noteUpload = async ({ unitOfWork, clock }: NotePorts, key: ObjectKey): Promise<void> => {
  const named = sessionOfStagingKey(key);
  if (named === undefined) return;
  const found = await unitOfWork.read(({ uploads }) => uploads.find(named.repositoryId, named.sessionId));
  const session = found.unwrapOr(undefined);
  const now = clock.now();
  if (!isClientSession(session) || !isActivityDue(session, now)) return;
  const noted = await unitOfWork.transact(async (records): Promise<Result<void, never>> => {
    await noteActivity(records, session, now);
    return ok();
  });
  noted.unwrapOr(undefined);
};

/** The same bytes; for as long as they come, what they are for does not count as idle. */
export async function* notingActivityOf(
  ports: NotePorts,
  key: ObjectKey,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let notedAt = ports.clock.now();
  await noteUpload(ports, key);
  for await (const chunk of bytes) {
    if (ports.clock.now() >= notedAt + activityResolutionMs) {
      notedAt = ports.clock.now();
      await noteUpload(ports, key);
    }
    yield chunk;
  }
}
