import { ok, type Result } from 'neverthrow';
import { isActivityDue } from '../../model/uploads/idle-session.js';
import { isClientSession } from '../../model/uploads/session-guard.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Ports } from '../../ports/ports.js';

/** The same bytes; for as long as they come, the session that they are for does not count as idle. */
export async function* notingActivityOf(
  { unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>,
  session: UploadSession | undefined,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!isClientSession(session)) {
    yield* bytes;
    return;
  }
  let { activeAt } = session;
  for await (const chunk of bytes) {
    const now = clock.now();
    if (isActivityDue({ activeAt }, now)) {
      activeAt = now;
      const noted = await unitOfWork.transact(async (records): Promise<Result<void, never>> => {
        await records.uploads.touch(session.id, now);
        return ok();
      });
      // That it fails stops no upload: in a minute it is tried again.
      noted.unwrapOr(undefined);
    }
    yield chunk;
  }
}
