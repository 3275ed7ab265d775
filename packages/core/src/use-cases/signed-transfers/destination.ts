import { err, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import { findBlob } from '../../blob-store/find-blob.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { type Plan, plans } from '../../model/quotas/plan.js';
import { lfsStagingGraceMs, type UploadObject, type UploadSession } from '../../model/uploads/upload-session.js';
import { type Instant, type ObjectKey, objectKey, parseStagingKey, repositoryOfKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { doubtFinalKey } from '../../steps/integrity/doubt-final-key.js';
import { findSoundSizes } from '../../steps/integrity/find-damaged.js';
import { demandUnreclaimed } from '../../steps/objects/demand-unreclaimed.js';

/** What becomes of bytes that are sent to a signed URL. */
export type Destination =
  /** They are the staged bytes of the object. */
  | {
      readonly kind: 'stage';
      readonly session: UploadSession;
      readonly object: UploadObject;
      readonly plan: Plan;
      /** Whether what lies at the final key is to be replaced, if these bytes are the right ones. */
      readonly replaces: boolean;
      /** Whether somebody is marked as removing it. */
      readonly isReclaimed: boolean;
    }
  /** The repository has verified ones already: nothing would come of these but room that is taken. */
  | { readonly kind: 'discard' }
  /** The key is none that an upload session gives. */
  | { readonly kind: 'keep' };

type Problem = NotFound | Unavailable;

/** Whether what comes now may still become an object: a push of Git LFS takes as long as it takes, so what it brings is verified until its session is swept. */
const takesBytes = ({ kind, status, expiresAt }: UploadSession, now: Instant): boolean =>
  status === 'OPEN' || (kind === 'lfs' && status === 'EXPIRED' && now < expiresAt + lfsStagingGraceMs);

const decide = async (queries: Queries, key: ObjectKey, now: Instant): Promise<Result<Destination, Problem>> => {
  const repositoryId = repositoryOfKey(key);
  if (repositoryId === undefined) return ok({ kind: 'keep' });
  const repository = await queries.repositories.find(repositoryId);
  if (repository === undefined) return err(notFound);
  const staging = parseStagingKey(key);
  if (staging === undefined) return ok({ kind: 'keep' });
  const { sessionId, oid } = staging;
  const session = await queries.uploads.find(repositoryId, sessionId);
  const object = session && (await queries.uploads.findObject(sessionId, oid));
  if (session === undefined || object === undefined) return err(notFound);
  const stored = await findSoundSizes(queries, repositoryId, [oid]);
  if (object.state === 'COMPLETED' || stored.has(oid)) return ok({ kind: 'discard' });
  const organization = await queries.organizations.find(session.organizationId);
  if (!takesBytes(session, now) || organization === undefined) return err(notFound);
  const isReclaimed = await queries.uploads.isReclaimed(repositoryId, oid);
  const replaces = (await doubtFinalKey(queries, repositoryId, oid)) !== undefined;
  return ok({ kind: 'stage', session, object, plan: plans[organization.planId], replaces, isReclaimed });
};

/** Judged by what is there now, before the first byte and once more after the last one: a URL leads nowhere when its repository or its session is gone. */
export const decideReceiving = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>,
  key: ObjectKey,
): ResultAsync<Destination, Problem> =>
  ports.unitOfWork
    .read((queries) => decide(queries, key, ports.clock.now()))
    .andThen((decided) => decided)
    .andThen((destination): ResultAsync<Destination, Problem> => {
      if (destination.kind !== 'stage' || !destination.isReclaimed) return okAsync(destination);
      return demandUnreclaimed(ports, destination.session.repositoryId, destination.object.oid).map(() => destination);
    })
    .andThen((destination): ResultAsync<Destination, Problem> => {
      if (destination.kind !== 'stage' || destination.replaces) return okAsync(destination);
      const { session, object } = destination;
      // A verification may have moved them without coming to its end. They are the right ones, so what is declared with another length is not.
      return findBlob(ports, objectKey(session.namespace, object.oid)).map((found) =>
        found === undefined ? destination : { kind: 'discard' },
      );
    });
