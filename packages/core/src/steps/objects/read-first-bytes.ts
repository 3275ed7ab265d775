import { err, ok, type Result } from 'neverthrow';
import { absent, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { thrownOutage } from '../../model/blob-unreadable.js';
import type { ByteSpan } from '../../ports/blob-store.js';
import type { OpenDownload } from '../../signed-urls/open-download.js';
import { isOfDamage } from '../integrity/is-of-damage.js';

const collect = async (body: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for await (const piece of body) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
};

/** The first bytes of an object that has as many. `not_found` with the reason `damaged` where others came. */
export const readFirstBytes = async (
  download: OpenDownload,
  sizeBytes: number,
): Promise<Result<Uint8Array, NotFound | Unavailable>> => {
  const span: ByteSpan = { first: 0, last: sizeBytes - 1 };
  const opened = await download.open(span);
  // What is registered is never replaced; a store that has less of it is one that is being cleared away.
  if (opened.isErr()) return err(opened.error.kind === 'span_outside' ? notFound : opened.error);
  try {
    return ok(await collect(opened.value.body, sizeBytes));
  } catch (thrown) {
    const outage = isOfDamage(thrown) ? absent('damaged') : thrownOutage(thrown);
    if (outage === undefined) throw thrown;
    return err(outage);
  }
};
