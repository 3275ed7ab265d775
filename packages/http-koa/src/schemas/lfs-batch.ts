import {
  type BatchTransfer,
  type DownloadBatch,
  type DownloadEntry,
  isOid,
  type Oid,
  type UploadBatch,
  type UploadEntry,
} from '@svc/core';
import { conflict, isByteCount, type ObjectRequest, type RepositoryId } from '@svc/core/model';
import { z } from 'zod';
import { statusOf } from '../endpoint/error-code.js';
import { errorMessage, noSuchObject } from '../endpoint/error-message.js';
import { bytesType } from '../endpoint/media-type.js';
import { byteCount, oid, timestamp, timestampOf } from './fields.js';
import { aboveSinglePut } from './object-error.js';
import { objectName } from './upload.js';

interface NamedObject {
  readonly oid: string;
  readonly size: number;
  readonly name?: string | undefined;
}

type WellFormed = NamedObject & { readonly oid: Oid };

interface RefusedObject extends NamedObject {
  readonly why: 'malformed' | 'contradictory';
  /** How many of the well-formed ones stand before it in the request. */
  readonly after: number;
}

/** The objects of a batch: those that may be objects, and those that are answered one by one that they are none. */
export interface BatchObjects {
  readonly wellFormed: readonly ObjectRequest[];
  readonly refused: readonly RefusedObject[];
}

/** Spec 4.12, with the fields that clients really send. */
export interface LfsBatchRequest {
  readonly operation: 'download' | 'upload';
  readonly transfers?: readonly string[] | null | undefined;
  readonly hash_algo?: string | null | undefined;
  readonly objects: BatchObjects;
}

const isWellFormed = (object: NamedObject): object is WellFormed => isOid(object.oid) && isByteCount(object.size);
const requestOf = ({ oid, size, name }: WellFormed): ObjectRequest => ({ oid, sizeBytes: size, name });

/** Those that contradict each other are for the domain to find, which refuses the whole request then. */
const allWellFormed = (objects: readonly WellFormed[]): BatchObjects => ({ wellFormed: objects.map(requestOf), refused: [] });

/** Each object once, by the first of its names. Of one oid with several sizes the first is meant, and each other one is refused by itself. */
const partObjects = (objects: readonly NamedObject[]): BatchObjects => {
  const wellFormed = new Map<Oid, WellFormed>();
  const refused = new Map<string, RefusedObject>();
  const refuse = (object: NamedObject, why: RefusedObject['why']): void => {
    const key = `${object.size} ${object.oid}`;
    if (!refused.has(key)) refused.set(key, { ...object, why, after: wellFormed.size });
  };
  for (const object of objects) {
    if (!isWellFormed(object)) {
      refuse(object, 'malformed');
      continue;
    }
    const known = wellFormed.get(object.oid);
    if (known !== undefined && known.size !== object.size) refuse(object, 'contradictory');
    else if (known?.name === undefined) wellFormed.set(object.oid, object);
  }
  return { wellFormed: [...wellFormed.values()].map(requestOf), refused: [...refused.values()] };
};

const operation = z.enum(['download', 'upload']);
const transfers = z.array(z.string()).nullish();
const hashAlgorithm = z.string().nullish();

/** A branch that a request is about; taken note of by nobody yet. */
export const strictRef = z.strictObject({ name: z.string().nullish() }).nullish();
export const lenientRef = z.object({ name: z.string().nullish() }).nullish();

export const strictBatchBody: z.core.$ZodType<LfsBatchRequest> = z.strictObject({
  operation,
  transfers,
  ref: strictRef,
  hash_algo: hashAlgorithm,
  objects: z.array(z.strictObject({ oid, size: byteCount, name: objectName.optional() })).transform(allWellFormed),
});

/** Real clients may send fields of their own, and learn object by object which of theirs are malformed. */
export const lenientBatchBody: z.core.$ZodType<LfsBatchRequest> = z.object({
  operation,
  transfers,
  // scmrepo (DVC) sends a list of branches here.
  ref: z.unknown().optional(),
  hash_algo: hashAlgorithm,
  // What others may call a name is no reason to refuse them.
  objects: z
    .array(z.object({ oid: z.string(), size: z.number(), name: objectName.optional().catch(undefined) }))
    .transform(partObjects),
});

const action = z.strictObject({
  href: z.string(),
  header: z.record(z.string(), z.string()).optional(),
  expires_in: z.int().optional(),
  expires_at: timestamp.optional(),
});

const batchEntry = z.strictObject({
  oid: z.string(),
  size: z.number(),
  authenticated: z.literal(true).optional(),
  actions: z.strictObject({ download: action.optional(), upload: action.optional(), verify: action.optional() }).optional(),
  error: z.strictObject({ code: z.int(), message: z.string() }).optional(),
});

export const batchReply = z.strictObject({
  transfer: z.enum(['basic', 'svc']),
  objects: z.array(batchEntry),
  hash_algo: z.literal('sha256'),
});

type BatchEntry = z.input<typeof batchEntry>;
type BatchReply = z.input<typeof batchReply>;

/** The chunk tree, when the client has the agent for it; absent means basic. */
export const chosenTransfer = ({ transfers: offered }: LfsBatchRequest): BatchTransfer =>
  offered?.includes('svc') === true ? 'svc' : 'basic';

const errorEntry = (oid: string, size: number, code: number, message: string): BatchEntry => ({
  oid,
  size,
  error: { code, message },
});

const contradiction = conflict('size_mismatch');

const refusedView = ({ oid, size, why }: RefusedObject): BatchEntry =>
  why === 'malformed'
    ? errorEntry(oid, size, 422, 'An oid has 64 lower-case hex digits, and a size is a whole number from 0.')
    : errorEntry(oid, size, statusOf(contradiction.kind), errorMessage(contradiction));

/** In the order of the request. */
const withRefused = (entries: readonly BatchEntry[], refused: readonly RefusedObject[]): readonly BatchEntry[] => {
  let shown = 0;
  const upTo = (end: number): readonly BatchEntry[] => entries.slice(shown, (shown = end));
  return [...refused.flatMap((object) => [...upTo(object.after), refusedView(object)]), ...upTo(entries.length)];
};

const batchView = (transfer: BatchTransfer, entries: readonly BatchEntry[], refused: readonly RefusedObject[]): BatchReply => ({
  transfer,
  objects: [...(refused.length === 0 ? entries : withRefused(entries, refused))],
  hash_algo: 'sha256',
});

/**
 * Within the transfer `svc` a small object that is one of many has a URL of its own, too, in these fields of its action's header: git-lfs hands its agent
 * nothing of an entry but that action. All other fields of the header go along with the bytes.
 */
const objectUrlField = 'SVC-Object-URL';
const verifyUrlField = 'SVC-Verify-URL';

type Action = z.input<typeof action>;
type Header = Readonly<Record<string, string>>;

/** Makes actions that end with the batch's URLs. A batch has hundreds: fields that are written out cost half of two spreads. */
const actionsOf = (batch: Pick<DownloadBatch, 'expiresInSeconds' | 'expiresAt'>): ((href: string, header: Header) => Action) => {
  const [expires_in, expires_at] = [batch.expiresInSeconds, timestampOf(batch.expiresAt)];
  return (href, header) => ({ href, header, expires_in, expires_at });
};

/** An entry for each object of a download. `url`: the repository's LFS URL, below which its chunk tree lies. */
export const downloadBatchView = (batch: DownloadBatch, refused: readonly RefusedObject[], url: string): BatchReply => {
  const actionOf = actionsOf(batch);
  const view = (entry: DownloadEntry): BatchEntry => {
    const { oid, sizeBytes: size } = entry;
    if (entry.kind === 'missing')
      return errorEntry(oid, size, statusOf(entry.error.kind), errorMessage(entry.error, { sought: noSuchObject }));
    if (entry.kind === 'tree') return { oid, size, authenticated: true, actions: { download: { href: url } } };
    const { href, header } = entry.request;
    const download = batch.transfer === 'svc' ? actionOf(url, { ...header, [objectUrlField]: href }) : actionOf(href, header);
    return { oid, size, authenticated: true, actions: { download } };
  };
  return batchView(batch.transfer, batch.entries.map(view), refused);
};

/** The LFS URL of a repository (spec 4.12). */
export const lfsUrl = (baseUrl: string, repositoryId: RepositoryId): string =>
  `${baseUrl}/api/v1/repositories/${repositoryId}/lfs`;

/** An entry for each object of an upload; a stored one has no actions, which tells the client to send nothing. */
export const uploadBatchView = (batch: UploadBatch, refused: readonly RefusedObject[], url: string): BatchReply => {
  const actionOf = actionsOf(batch);
  const view = (entry: UploadEntry): BatchEntry => {
    const { oid, sizeBytes: size } = entry;
    switch (entry.kind) {
      case 'stored':
        return { oid, size, authenticated: true };
      case 'tree':
        return { oid, size, authenticated: true, actions: { upload: { href: url } } };
      case 'refused':
        return errorEntry(oid, size, statusOf(entry.error.kind), errorMessage(entry.error));
      case 'above_single_put':
        return errorEntry(oid, size, 413, aboveSinglePut(entry.maxSinglePutBytes));
      case 'upload': {
        const { href, header } = entry.request;
        // The link lasts as long as its maker's rights, so a transfer may take its time.
        const verify = { href: `${url}/objects/${oid}/verify?token=${batch.verifyToken ?? ''}` };
        // Clients guess a type from the bytes where none is set.
        const sent = { 'Content-Type': bytesType, ...header };
        if (batch.transfer === 'basic')
          return { oid, size, authenticated: true, actions: { upload: actionOf(href, sent), verify } };
        // The agent says that an object is there when it is registered, so verify is for the agent to call and no action of its own.
        const urls = { [objectUrlField]: href, [verifyUrlField]: verify.href };
        return { oid, size, authenticated: true, actions: { upload: actionOf(url, { ...sent, ...urls }) } };
      }
    }
  };
  return batchView(batch.transfer, batch.entries.map(view), refused);
};
