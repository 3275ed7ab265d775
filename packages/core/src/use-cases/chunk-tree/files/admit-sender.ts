import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import { withLockedRepository } from '../../../access/lock-granted.js';
import {
  type Conflict,
  conflict,
  type Forbidden,
  invariant,
  type NotFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../../model/app-error.js';
import { occupiedBytes, type TreeFile } from '../../../model/chunk-tree/tree-file.js';
import { type Instant, type Oid, type RepositoryId, treeFileKind, treeKey, type TreePath } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { Queries, Records } from '../../../ports/unit-of-work.js';
import { lockOrganizationOf } from '../../../steps/lock-organization-of.js';
import type { Receiving } from '../../../steps/objects/incoming-bodies.js';
import { bringBack } from '../collect/condemned.js';
import { sendersAtWork } from './sender-lease.js';
import { chargeTree, type TreeOwner } from './tree-charge.js';

/** What has to be done with a body: put it into place, or hold it against the bytes that are there and cannot change, by their hash. */
export type Admission =
  /** `isDamaged`: what lies there is to be replaced, whatever its name says. */
  { readonly kind: 'write'; readonly isDamaged: boolean } | { readonly kind: 'compare'; readonly expected: string };

/** Nothing is admitted before it is known whether the other senders of the file, who are not of this application, may still live. */
interface Doubt {
  readonly kind: 'doubt';
}

/** What a sender asks for. */
export interface Demand {
  readonly sizeBytes: number;
  /** Undefined of a file of the service's own, which nobody counts. */
  readonly maxFiles: number | undefined;
  readonly at: Instant;
}

/** Who else may send the file, as far as is known: `here` of this application, of which all live. */
interface OtherSenders {
  readonly here: number;
  /** Whether there may be others that live. Undefined: nobody has asked yet. */
  readonly mayBeElsewhere: boolean | undefined;
}

/**
 * Counts one more sender of the file beside `others` that are at work, and charges what the file adds to the books. What is being received is condemned no more,
 * and what is being deleted is received when that is over.
 */
export const chargeSender = async (
  records: Records,
  owner: TreeOwner,
  path: TreePath,
  present: TreeFile | undefined,
  others: number,
  { sizeBytes, maxFiles, at }: Demand,
): Promise<Result<void, QuotaExceeded | Unavailable>> => {
  const { repositoryId } = owner;
  const isBack = await bringBack(records, repositoryId, path);
  if (isBack.isErr()) return err(isBack.error);
  const isCounted = present === undefined && maxFiles !== undefined;
  if (isCounted && !(await records.tree.countFile(repositoryId, maxFiles))) {
    return err({ kind: 'quota_exceeded', reason: 'max_tree_files', limit: maxFiles, current: maxFiles });
  }
  const presentBytes = present?.sizeBytes ?? 0;
  const occupied = occupiedBytes(sizeBytes);
  const charged = await chargeTree(records, owner, Math.max(0, occupied - presentBytes), 0, at);
  if (charged.isErr()) return err(charged.error);
  const chargedBytes = Math.max(occupied, presentBytes);
  // Those whose process has died will not leave, so the file is settled without them when the others have left.
  const receivers = others + 1;
  await records.tree.putFile(repositoryId, { path, sizeBytes: chargedBytes, state: 'receiving', receivers, changedAt: at });
  return ok();
};

/** The SHA-256 of the manifest by which the object is read; undefined when it has none, and of a damaged object, which may come with another one. */
export const findPin = async (
  { tree, damage }: Pick<Queries | Records, 'tree' | 'damage'>,
  repositoryId: RepositoryId,
  oid: Oid,
): Promise<string | undefined> => {
  const pin = await tree.findManifest(repositoryId, oid);
  if (pin === undefined) return undefined;
  return (await damage.findObjects(repositoryId, [oid])).has(oid) ? undefined : pin;
};

/** The first transaction, which holds the organization: what the file adds to the books is charged before the first byte is written. */
const admit = async (
  records: Records,
  owner: TreeOwner,
  path: TreePath,
  others: OtherSenders,
  demand: Demand,
): Promise<Result<Admission | Doubt, Conflict | QuotaExceeded | Unavailable>> => {
  const { repositoryId } = owner;
  const file = treeFileKind(path);
  const present = await records.tree.findFile(repositoryId, path);
  // Also of a file that is not there: its damage was noted, and sending it again failed.
  const isDamaged = (await records.damage.findFiles(repositoryId, [path])).has(path);
  if (file.kind === 'manifest') {
    const pinned = await findPin(records, repositoryId, file.oid);
    if (pinned !== undefined) return ok({ kind: 'compare', expected: pinned });
  } else if (file.kind === 'plain') {
    // Nothing that is admitted can lie in the way of a pack, a map or a manifest, or of what is there already.
    if (present === undefined && (await records.tree.isObstructed(repositoryId, path))) {
      return err(conflict('directory_file_conflict'));
    }
  } else if (present?.state === 'stored' && !isDamaged) {
    return ok({ kind: 'compare', expected: file.name });
  }
  const atWork = sendersAtWork(present, demand.at);
  if (atWork > others.here && others.mayBeElsewhere === undefined) return ok({ kind: 'doubt' });
  const counted = others.mayBeElsewhere === false ? Math.min(atWork, others.here) : atWork;
  const charged = await chargeSender(records, owner, path, present, counted, demand);
  if (charged.isErr()) return err(charged.error);
  return ok({ kind: 'write', isDamaged });
};

/**
 * Counts a sender again that may have been taken for dead: what was given back is charged again, if there is still room. If it was not taken for dead, it is
 * counted twice, until the sweeper sees that nobody is left: rather too much is charged for a while than too little.
 */
export const admitAgain = (
  records: Records,
  owner: TreeOwner,
  path: TreePath,
  demand: Demand,
): ResultAsync<void, NotFound | QuotaExceeded | Unavailable> =>
  safeTry(async function* () {
    yield* await lockOrganizationOf(records, owner);
    const present = await records.tree.findFile(owner.repositoryId, path);
    return chargeSender(records, owner, path, present, sendersAtWork(present, demand.at), demand);
  });

/**
 * Admits a sender. One who comes again after its process was killed finds itself counted; it waits for nobody's lease where it can be told that the first
 * one is dead.
 */
export const admitSender = async (
  ports: Pick<Ports, 'unitOfWork'> & Receiving,
  grant: RepositoryGrant<'repository.push'>,
  path: TreePath,
  demand: Demand,
): Promise<Result<Admission, Conflict | Forbidden | NotFound | QuotaExceeded | Unavailable>> => {
  const here = ports.incoming.count(treeKey(grant.repository.namespace, path)) - 1;
  const admitBeside = (mayBeElsewhere: boolean | undefined) =>
    withLockedRepository(ports, grant, (records, { repository }) =>
      admit(records, repository, path, { here, mayBeElsewhere }, demand),
    );
  const admitted = await admitBeside(undefined);
  if (admitted.isErr()) return err(admitted.error);
  if (admitted.value.kind !== 'doubt') return ok(admitted.value);
  const isAlone = await ports.unitOfWork.isAlone();
  const admittedBesideKnown = await admitBeside(!isAlone.unwrapOr(false));
  if (admittedBesideKnown.isErr()) return err(admittedBesideKnown.error);
  invariant(admittedBesideKnown.value.kind !== 'doubt', 'who was asked for is known');
  return ok(admittedBesideKnown.value);
};
