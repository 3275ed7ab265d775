import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { createFairQueue } from '../../concurrency/fair-queue.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import {
  compareTensors,
  readTensorFile,
  type TensorFile,
  type TensorFileProblem,
  type TwoPieces,
} from '../../formats/tensors/index.js';
import {
  badRequest,
  type BadRequest,
  type ComparisonProblem,
  type NotFound,
  notFound,
  type Unavailable,
} from '../../model/app-error.js';
import type { ArtifactDetail } from '../../model/artifacts/artifact.js';
import type { ComparedTensor, TensorComparison, TensorStatus } from '../../model/artifacts/tensor-comparison.js';
import { type AssembledKey, objectKey, type Oid, type PageRequest, type StorageNamespace } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { openBlobDownload, type OpenDownload } from '../../signed-urls/open-download.js';
import { createComparisonCache } from './comparison-cache.js';
import type { OnUnreadable } from '../../steps/integrity/on-unreadable.js';
import { readFirstBytes } from '../../steps/objects/read-first-bytes.js';
import { soundOrDamaged } from './sound-or-damaged.js';
import { summedUp } from './summed-up.js';

/** What objects in chunks are read by. */
export interface AssembledArtifacts {
  readonly open: (object: AssembledKey) => ResultAsync<OpenDownload, NotFound | Unavailable>;
  readonly readPieces: (own: AssembledKey, other: AssembledKey) => ResultAsync<TwoPieces, Unavailable>;
}

export interface CompareArtifacts {
  readonly oid: Oid;
  /** What it is compared with, such as the version before. */
  readonly other: Oid;
  /** Only tensors of this status are listed. */
  readonly status?: TensorStatus | undefined;
  readonly page: PageRequest;
}

export interface ArtifactComparison extends TensorComparison {
  /** Where the next page begins; undefined at the end. */
  readonly nextCursor: string | undefined;
}

type Problem = BadRequest | NotFound | Unavailable;

const refusals: Readonly<Record<TensorFileProblem, readonly [BadRequest['problem'], ComparisonProblem]>> = {
  unknown_format: ['unsupported', 'no_tensor_file'],
  malformed: ['malformed', 'tensor_header'],
  too_large: ['out_of_range', 'too_large_to_compare'],
};

/** Comparisons that one process makes at a time, and those for one organization: each holds a header and the names of many chunks. */
const comparisons = { width: 4, widthPerLane: 2 };
/** Tensors that are compared in a few milliseconds, when they do not have very many chunks. */
const tensorsPerSlice = 256;

type ComparePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>;
type ArtifactFile = Pick<ArtifactDetail, 'oid' | 'layout' | 'sizeBytes'>;

interface Compared {
  readonly namespace: StorageNamespace;
  readonly own: ArtifactFile;
  readonly other: ArtifactFile;
  /** Called with an object that turns out not to be what was verified. */
  readonly tell: (oid: Oid) => void;
}

const readHeader = async (
  { blobs, clock }: ComparePorts,
  { open }: AssembledArtifacts,
  key: AssembledKey,
  { layout, sizeBytes }: ArtifactFile,
  field: keyof Pick<CompareArtifacts, 'oid' | 'other'>,
): Promise<Result<TensorFile, Problem>> => {
  const opened = await (layout === 'chunks' ? open(key) : openBlobDownload(blobs, objectKey(key.namespace, key.oid)));
  if (opened.isErr()) return err(opened.error);
  const file = await readTensorFile((bytes) => readFirstBytes(opened.value, bytes), sizeBytes, pauseOf(clock));
  return file.mapErr((problem) => (typeof problem === 'string' ? badRequest(field, ...refusals[problem]) : problem));
};

const compare = async (
  ports: ComparePorts,
  assembled: AssembledArtifacts,
  { namespace, own, other, tell }: Compared,
): Promise<Result<TensorComparison, Problem>> => {
  const ownKey = { namespace, oid: own.oid };
  const otherKey = { namespace, oid: other.oid };
  const readSound = (key: AssembledKey, file: ArtifactFile, field: 'oid' | 'other') =>
    soundOrDamaged<TensorFile, Problem>(
      () => tell(file.oid),
      () => readHeader(ports, assembled, key, file, field),
    );
  const file = await readSound(ownKey, own, 'oid');
  if (file.isErr()) return err(file.error);
  const former = await readSound(otherKey, other, 'other');
  if (former.isErr()) return err(former.error);
  if (file.value.format !== former.value.format) return err(badRequest('other', 'contradictory', 'formats_differ'));
  const tellBoth = (): void => [own, other].forEach(({ oid }) => tell(oid));
  const read = await soundOrDamaged<TwoPieces, Problem>(tellBoth, async () => assembled.readPieces(ownKey, otherKey));
  if (read.isErr()) return err(read.error);
  if (read.value.kind === 'too_many_chunks') return err(badRequest('other', 'out_of_range', 'too_large_to_compare'));
  const [ownPieces, otherPieces] = read.value.kind === 'known' ? read.value.pieces : [];
  const pause = pauseOf(ports.clock);
  const tensors: ComparedTensor[] = [];
  const steps = compareTensors({ file: file.value, pieces: ownPieces }, { file: former.value, pieces: otherPieces });
  for (const tensor of steps) {
    tensors.push(tensor);
    if (tensors.length % tensorsPerSlice === 0) await pause();
  }
  return ok(summedUp(file.value.format, ownPieces !== undefined, tensors));
};

/** The cursor is how many tensors of the comparison come before the page. */
const pageOf = (comparison: TensorComparison, { status, page }: CompareArtifacts): ArtifactComparison => {
  const after = Number(page.cursor ?? 0);
  const tensors: ComparedTensor[] = [];
  for (const [at, tensor] of comparison.tensors.slice(after).entries()) {
    if (status !== undefined && tensor.status !== status) continue;
    if (tensors.length === page.limit) return { ...comparison, tensors, nextCursor: String(after + at) };
    tensors.push(tensor);
  }
  return { ...comparison, tensors, nextCursor: undefined };
};

export const compareArtifacts = (ports: ComparePorts, assembled: AssembledArtifacts, onUnreadable: OnUnreadable) => {
  const queue = createFairQueue(comparisons);
  const cached = createComparisonCache<Problem>();
  return (grant: RepositoryGrant<'repository.pull'>, command: CompareArtifacts): ResultAsync<ArtifactComparison, Problem> => {
    const { repositoryId, organizationId, namespace } = grant.repository;
    const run = async (): Promise<Result<ArtifactComparison, Problem>> => {
      if (command.oid === command.other) return err(badRequest('other', 'contradictory', 'same_object'));
      const found = await ports.unitOfWork.read(async ({ artifacts }) => ({
        own: await artifacts.find(repositoryId, command.oid),
        other: await artifacts.find(repositoryId, command.other),
      }));
      if (found.isErr()) return err(found.error);
      const { own, other } = found.value;
      if (own === undefined || other === undefined) return err(notFound);
      // One that is stored whole may get chunk maps later.
      const name = [namespace, own.oid, own.chunkCount, other.oid, other.chunkCount].join(' ');
      const tell = (oid: Oid): void => onUnreadable({ repositoryId, oid });
      const work = (): ReturnType<typeof compare> => compare(ports, assembled, { namespace, own, other, tell });
      const compared = await cached(name, () => queue.run(organizationId, work));
      return compared.map((comparison) => pageOf(comparison, command));
    };
    return new ResultAsync(run());
  };
};
