import type { ConversionCandidate, ConvertedObjects } from '../../../model/conversions/conversion.js';
import { deduplicationOf } from '../../../model/conversions/deduplication.js';
import type { Organization } from '../../../model/organizations/organization.js';
import type { Repository } from '../../../model/repository.js';
import { MIB, type Oid, type OrganizationId, type RepositoryId } from '../../../model/values/index.js';
import type { ClaimedConversions, ConversionPosition } from '../../../ports/records/conversion-records.js';
import { type CollectPace, slowedBlobStore } from '../collect/slowed-blob-store.js';
import { demandClaim, type TreeWork } from '../collect/tree-work.js';
import { claimMs, type Conversion, type ConvertPorts } from './conversion.js';
import type { ConversionOutcome } from './convert-object.js';

/** Notes what is wrong with an object that could not be read. */
export type Inspect = (object: { readonly repositoryId: RepositoryId; readonly oid: Oid }) => void;

export const candidatesPerSlice = 100;
/** After so much an organization gives way to the next one. */
export const bytesPerTurn = 256 * MIB;

export interface Run {
  readonly ports: ConvertPorts;
  readonly pace: CollectPace;
  readonly inspect: Inspect;
  readonly signal: AbortSignal | undefined;
}

export interface Turn extends Run {
  readonly claim: ClaimedConversions;
  readonly organization: Organization;
  readonly renewLease: TreeWork['renewLease'];
}

/** What is to be done with an object; undefined where it is not looked at now. `isRequested`: somebody waits for it. */
export const conversionOf = <Candidate extends ConversionCandidate>(
  turn: Turn,
  candidate: Candidate,
  repository: Repository,
  isRequested = false,
): (Conversion & { readonly candidate: Candidate }) | undefined => {
  const { ports, pace, claim, organization, renewLease } = turn;
  const { namespace, storageMode } = repository;
  const choice = { storageMode, ofRepository: candidate.deduplicate, ofOrganization: organization.deduplicate };
  const mode = deduplicationOf(choice);
  if (mode === 'off' && storageMode === 'byos') return undefined;
  const blobs = slowedBlobStore(ports.blobs, pace, () => demandClaim({ renewLease }));
  return {
    ports,
    pace,
    renewLease,
    keepClaim: ({ conversions }, at) => conversions.move(claim, at + claimMs),
    owner: { repositoryId: repository.id, organizationId: organization.id, namespace },
    candidate,
    mode,
    isRequested,
    tree: { blobs, codec: ports.codec, hasher: ports.hasher, namespace, pause: ports.clock.pause },
  };
};

/** Where a turn has come to; storage that does not answer ends it behind the object that lies there. */
export interface Progress {
  /** Of objects that were looked at, asked for or not. */
  bytes: number;
  total: ConvertedObjects;
  /** Null: at the first object, since others are worth another look by now. */
  after: ConversionPosition | null | undefined;
}

export const withoutRoomFor = (total: ConvertedObjects, id: OrganizationId): ConvertedObjects => ({
  ...total,
  withoutRoom: total.withoutRoom.includes(id) ? total.withoutRoom : [...total.withoutRoom, id],
});

const add = (total: ConvertedObjects, outcome: ConversionOutcome, { organization: { id } }: Turn): ConvertedObjects => {
  switch (outcome.kind) {
    case 'converted':
      return {
        ...total,
        objects: total.objects + 1,
        formerBytes: total.formerBytes + outcome.formerBytes,
        addedBytes: total.addedBytes + outcome.addedBytes,
      };
    case 'no_room':
      return withoutRoomFor(total, id);
    case 'left':
    case 'damaged':
      return { ...total, leftWhole: total.leftWhole + 1 };
  }
};

export const note = (
  turn: Turn,
  progress: Progress,
  { repositoryId, object }: ConversionCandidate,
  outcome: ConversionOutcome,
): void => {
  if (outcome.kind === 'damaged') turn.inspect({ repositoryId, oid: object.oid });
  progress.total = add(progress.total, outcome, turn);
};
