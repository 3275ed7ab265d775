import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { pauseOf } from '../../concurrency/pause-of.js';
import { hashGitObject } from '../../formats/git-objects/index.js';
import { type BadRequest, badRequest, type NotFound, type Unavailable } from '../../model/app-error.js';
import type { GitObjectFormat } from '../../model/git-index/git-id.js';
import type { GitObject } from '../../model/git-index/git-index.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import {
  type AssembledKey,
  MIB,
  objectKey,
  type Oid,
  type RepositoryId,
  type StorageNamespace,
} from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { openBlobDownload, type OpenDownload } from '../../signed-urls/open-download.js';
import { readFirstBytes } from '../../steps/objects/read-first-bytes.js';
import type { SentContent } from './sent-trees.js';

/** How an object is opened that lies in chunks. */
export interface AssembledContents {
  readonly open: (object: AssembledKey) => ResultAsync<OpenDownload, NotFound | Unavailable>;
}

/** Of a file whose bytes are read. */
const maxFileBytes = MIB;
/** Of all files of one request, and how many these may be. */
const maxBytesAtOnce = 32 * MIB;
const maxContentsAtOnce = 1000;

type VerifyPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'hasher'>;

interface Place {
  readonly repositoryId: RepositoryId;
  readonly namespace: StorageNamespace;
}

/** A file whose bytes have to be read, and its field in the request. */
interface Claim {
  readonly at: number;
  readonly object: GitObject;
  readonly stored: Pick<StoredObject, 'oid' | 'sizeBytes' | 'layout'>;
}

interface Claims {
  readonly format: GitObjectFormat;
  readonly open: readonly Claim[];
}

const noBytes = new Uint8Array();

const findClaims = (
  { unitOfWork }: VerifyPorts,
  { repositoryId }: Place,
  contents: readonly SentContent[],
): ResultAsync<Claims, BadRequest | Unavailable> =>
  unitOfWork
    .read(async ({ gitIndex, objects }): Promise<Result<Claims, BadRequest>> => {
      const index = await gitIndex.find(repositoryId);
      if (index === undefined) return ok({ format: 'sha1', open: [] });
      const known = await gitIndex.findObjects(repositoryId, [...new Set(contents.map(({ id }) => id))]);
      const stored = await objects.findStored(repositoryId, [...new Set(contents.map(({ oid }) => oid))]);
      const open: Claim[] = [];
      let bytes = 0;
      for (const [at, { id, oid }] of contents.entries()) {
        const object = known.get(id);
        const found = stored.get(oid);
        if (object === undefined || found === undefined || object.contentOid === oid) continue;
        // A tree has no size, and a pointer names its object itself.
        const isFile = object.sizeBytes === found.sizeBytes && object.lfs === undefined;
        if (!isFile) return err(badRequest(`contents.${at}.oid`, 'contradictory', 'wrong_id'));
        bytes += found.sizeBytes;
        if (found.sizeBytes > maxFileBytes) return err(badRequest(`contents.${at}.id`, 'out_of_range'));
        if (bytes > maxBytesAtOnce) return err(badRequest('contents', 'out_of_range', 'too_much_at_once'));
        open.push({ at, object, stored: { oid, sizeBytes: found.sizeBytes, layout: found.layout } });
      }
      return ok({ format: index.objectFormat, open });
    })
    .andThen((claims) => claims);

/** Undefined where the bytes have gone since. */
const readContent = async (
  { blobs }: VerifyPorts,
  { open }: AssembledContents,
  namespace: StorageNamespace,
  { oid, sizeBytes, layout }: Claim['stored'],
): Promise<Result<Uint8Array | undefined, Unavailable>> => {
  if (sizeBytes === 0) return ok(noBytes);
  const key = { namespace, oid };
  const opened = await (layout === 'chunks' ? open(key) : openBlobDownload(blobs, objectKey(namespace, oid)));
  const read = opened.isErr() ? err(opened.error) : await readFirstBytes(opened.value, sizeBytes);
  if (read.isOk()) return ok(read.value);
  return read.error.kind === 'not_found' ? ok(undefined) : err(read.error);
};

/**
 * Reads the bytes of files and compares what Git calls them with what the client says: by the numbers of the Git objects, those that are so and were not
 * known. `bad_request` with `wrong_id` for the first that is not.
 */
export const verifyContents =
  (ports: VerifyPorts, assembled: AssembledContents) =>
  (place: Place, contents: readonly SentContent[]): ResultAsync<ReadonlyMap<number, Oid>, BadRequest | Unavailable> =>
    safeTry(async function* () {
      const verified = new Map<number, Oid>();
      if (contents.length === 0) return ok(verified);
      if (contents.length > maxContentsAtOnce) return err(badRequest('contents', 'out_of_range', 'too_much_at_once'));
      const { format, open } = yield* await findClaims(ports, place, contents);
      const pause = pauseOf(ports.clock);
      for (const { at, object, stored } of open) {
        const bytes = yield* await readContent(ports, assembled, place.namespace, stored);
        if (bytes === undefined) continue;
        if (hashGitObject(ports.hasher, format, 'blob', bytes) !== object.id) {
          return err(badRequest(`contents.${at}.oid`, 'contradictory', 'wrong_id'));
        }
        verified.set(object.number, stored.oid);
        await pause();
      }
      return ok(verified);
    });
