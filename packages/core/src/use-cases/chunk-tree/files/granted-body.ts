import type { RepositoryGrant } from '../../../access/grant.js';
import { regrantNow } from '../../../access/lock-granted.js';
import type { Forbidden, NotFound, Unavailable } from '../../../model/app-error.js';
import type { Ports } from '../../../ports/ports.js';

export interface GrantedBody {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Why the sender may not have sent it, once it has come to its end; undefined as long as they may. */
  refusal(): NotFound | Forbidden | Unavailable | undefined;
}

/** Who sent the body may do so no more: it ends with this instead of ending. */
class GrantLost extends Error {
  override readonly name = 'GrantLost';
}

/** A body that may take as long as it takes. Where the sender's grant is lost meanwhile it throws at its end, so that the store publishes nothing. */
export const grantedBody = (
  ports: Pick<Ports, 'unitOfWork'>,
  grant: RepositoryGrant<'repository.push'>,
  body: AsyncIterable<Uint8Array>,
): GrantedBody => {
  let refusal: NotFound | Forbidden | Unavailable | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* body;
    const granted = await regrantNow(ports, grant);
    if (granted.isOk()) return;
    refusal = granted.error;
    throw new GrantLost('the sender may not push any more');
  }
  return { bytes: bytes(), refusal: () => refusal };
};
