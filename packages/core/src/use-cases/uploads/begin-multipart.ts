import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import {
  type BadRequest,
  badRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type Unavailable,
} from '../../model/app-error.js';
import { choosePartPlan, type PartPlan, partPlan } from '../../model/uploads/part-plan.js';
import type { UploadObject } from '../../model/uploads/upload-session.js';
import { stagingKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { lockOpenObject, type OpenObject } from './multipart-object.js';
import type { PartsOfStore } from './multipart-of-store.js';

type Problem = BadRequest | Conflict | Forbidden | NotFound;

/** An object's multipart upload, as the store knows it. */
export interface BegunUpload {
  readonly plan: PartPlan;
  readonly uploadId: string;
}

const begunUpload = ({ sizeBytes, parts }: UploadObject): BegunUpload | undefined =>
  parts?.uploadId === undefined ? undefined : { plan: partPlan(sizeBytes, parts.partBytes), uploadId: parts.uploadId };

/** The parts of an object: those with which its upload was begun, else those that suit the store. Undefined when it comes by one URL, or cannot come at all. */
export const planOfObject = (
  { sizeBytes, parts }: Pick<UploadObject, 'sizeBytes' | 'parts'>,
  { maxSinglePutBytes, uploads }: PartsOfStore,
): PartPlan | undefined => {
  if (parts !== undefined) return partPlan(sizeBytes, parts.partBytes);
  return sizeBytes <= maxSinglePutBytes ? undefined : choosePartPlan(sizeBytes, maxSinglePutBytes, uploads);
};

/** The object's upload in the store, begun when there is none. Of several that begin one at once, the first is noted and the others give theirs up. */
export const beginParts = (
  ports: Pick<Ports, 'unitOfWork' | 'clock'>,
  grant: RepositoryGrant<'repository.push'>,
  { session, object }: OpenObject,
  store: PartsOfStore,
): ResultAsync<BegunUpload, Problem | Unavailable> =>
  safeTry(async function* () {
    const known = begunUpload(object);
    if (known !== undefined) return ok(known);
    const plan = planOfObject(object, store);
    if (plan === undefined) return err(badRequest('oid', 'unsupported', 'no_parts'));
    const key = stagingKey(session.namespace, session.id, object.oid);
    const begun = yield* await store.uploads.begin(key);
    const mine: BegunUpload = { plan, uploadId: begun };
    const noted = await note(ports, grant, { session, object }, mine);
    // Whether a commit without an answer has noted it is not known: it is left alone, since it may be the one that counts.
    const isMine = noted.isErr() ? noted.error.kind === 'unavailable' : noted.value.uploadId === mine.uploadId;
    if (isMine) return noted;
    // One that cannot be given up now costs room in the store; the upload that counts goes on without it.
    const aborted = await store.uploads.abort(key, mine.uploadId);
    return aborted.andThen(() => noted).orElse(() => noted);
  });

/** What is noted for the object afterwards: this upload, or the one of somebody who came first. */
const note = (
  ports: Pick<Ports, 'unitOfWork' | 'clock'>,
  grant: RepositoryGrant<'repository.push'>,
  { session, object: { oid } }: OpenObject,
  { plan, uploadId }: BegunUpload,
): ResultAsync<BegunUpload, Problem | Unavailable> =>
  withRegrantedRepository(ports, grant, (records, granted) =>
    safeTry(async function* () {
      const held = yield* await lockOpenObject(records, granted, { sessionId: session.id, oid }, ports.clock.now());
      if (await records.uploads.beginParts(session.id, oid, { partBytes: plan.partBytes, uploadId }))
        return ok({ plan, uploadId });
      const winner = begunUpload(held.object);
      return held.object.state === 'COMPLETED' || winner === undefined ? err(conflict('object_completed')) : ok(winner);
    }),
  );
