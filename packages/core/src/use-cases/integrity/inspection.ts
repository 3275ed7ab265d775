import { ok, type Result } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import { TreeUnavailable } from '../../model/chunk-tree/tree-fault.js';
import type { DamageProblem, Stored } from '../../model/integrity/damage.js';
import type { Finding } from '../../model/integrity/finding.js';
import { connectionOf, type ObjectKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { KeptRepository } from '../../ports/records/integrity-records.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { type BlobCondition, checkBytes, checkSize, type TakePiece } from '../../steps/integrity/check-blob.js';
import type { KeptBlob } from '../../steps/integrity/kept-blob.js';
import { noteDamage, type NotePorts } from '../../steps/integrity/note-damage.js';

export type InspectPorts = NotePorts & Pick<Ports, 'blobs' | 'codec' | 'hasher'>;

/** What was looked at. */
export interface Inspected {
  repositories: number;
  /** Registered ones, and those in quarantine. */
  objects: number;
  /** Files of chunk trees. */
  files: number;
  /** Blobs that were read from their first byte to their last, and how many bytes that were. */
  blobsRead: number;
  bytesRead: number;
  /** Damage that was noted, and notes of what was found sound again. */
  noted: number;
  healed: number;
}

/** One run over what is stored. */
export interface Inspection {
  readonly ports: InspectPorts;
  /** Whether all bytes of the blob are read, and not only its length. */
  readonly isRead: (key: ObjectKey) => boolean;
  /** Whether damage is noted, and notes of what is sound are taken away. Nothing else is ever written. */
  readonly repairs: boolean;
  readonly report: (finding: Finding) => void;
  readonly inspected: Inspected;
  /** Whether packs are read when an object is followed to them. They need not be where all files are read anyway. */
  readonly readsPacksOfObjects: boolean;
  /** So many rows are read at once. */
  readonly rowsPerSlice: number;
  /** So many blobs are looked at beside each other. */
  readonly blobsAtOnce: number;
  /** Waited for with each piece that was read. */
  readonly pace: TakePiece;
  /** Takes a reading of whole bytes that may heal an object, where all damage is to be noted before; without it that is done at once. */
  readonly putOff?: (sizeBytes: number, healing: () => Promise<void>) => void;
}

/** A customer's bucket does not answer; nobody else's work stops for it. */
export class BucketSilent extends Error {
  override readonly name = 'BucketSilent';
}

/** The value; what is away now ends the run. */
export const demand = <T>(result: Result<T, Unavailable>): T => {
  if (result.isErr()) throw new TreeUnavailable(result.error);
  return result.value;
};

export const ask = async <T>({ ports }: Inspection, work: (queries: Queries) => Promise<T>): Promise<T> =>
  demand(await ports.unitOfWork.read(work));

export type Condition = BlobCondition | { readonly kind: 'unreadable' };

/** Begins one reading of a blob from its first byte on: what the reading before it has taken counts for nothing. */
export type BeginReading = () => TakePiece;

/** A store that fails once may answer the next time. */
const attempts = 3;

/** What the storage says of a blob. A store that does not answer at all ends the run, or the look at its repository. */
export const conditionOf = async (
  inspection: Inspection,
  { namespace }: KeptRepository,
  blob: KeptBlob,
  reads: boolean,
  begin: BeginReading = () => () => undefined,
): Promise<Condition> => {
  const { ports, inspected, pace } = inspection;
  let fault: Unavailable | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const take = begin();
    const takeAndPace: TakePiece = (piece) => {
      inspected.bytesRead += piece.byteLength;
      return take(piece) ?? pace(piece);
    };
    const found = reads ? await checkBytes(ports, blob, takeAndPace) : await checkSize(ports, blob);
    if (found.isOk()) {
      if (reads) inspected.blobsRead += 1;
      return found.value;
    }
    fault = found.error;
  }
  if (fault?.part === 'database') throw new TreeUnavailable(fault);
  if (connectionOf(namespace) !== undefined) throw new BucketSilent('the bucket does not answer');
  demand(await ports.blobs.check());
  return { kind: 'unreadable' };
};

/** Notes damage, where that is wanted. */
export const note = async (
  { ports, repairs, inspected }: Inspection,
  repository: KeptRepository,
  of: Stored,
  problem: DamageProblem,
  isStillKept: (records: Records | Queries) => Promise<boolean>,
): Promise<void> => {
  if (!repairs) return;
  if (demand(await noteDamage(ports)({ repository, of, problem }, isStillKept))) inspected.noted += 1;
};

/** Takes away the note of what is sound again. */
export const heal = async ({ ports, inspected }: Inspection, { id }: KeptRepository, of: Stored): Promise<void> => {
  const healed = await ports.unitOfWork.transact(async ({ damage }): Promise<Result<boolean, never>> =>
    ok(await damage.heal(id, of)),
  );
  if (demand(healed)) inspected.healed += 1;
};
