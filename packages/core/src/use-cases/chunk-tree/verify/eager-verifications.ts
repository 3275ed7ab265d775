import type { RepositoryGrant } from '../../../access/grant.js';
import type { Manifest } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { GIB, type OrganizationId, type RepositoryId } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import { pacedBlobStore } from '../../../blob-store/paced-blob-store.js';
import type { Verifying } from '../../../steps/verification/verifications.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { type EagerVerification, type EagerlyVerified, startEagerVerification } from './eager-verification.js';
import { createPackVerifications } from './pack-verifications.js';
import { segmentsOf } from './verify-object.js';

/** Chunks of an object that is being sent, all of them already in the repository. */
export interface DeclareChunks {
  /** The sender's own name for the transfer of one object. */
  readonly push: string;
  /** How many chunks of the object were declared before these. */
  readonly from: number;
  readonly chunks: readonly ChunkLocation[];
}

/**
 * Verifications of objects that are still being sent, in the memory of this process. They save time and decide nothing: what is not verified eagerly, because there
 * was no room, because another process was told or because this one was started anew, is verified when the object is finalized.
 */
export interface EagerVerifications {
  /** Whether the object is being verified. When it is not, declaring more of it is in vain. */
  declare(grant: RepositoryGrant<'repository.push'>, declaration: DeclareChunks): boolean;
  /** Ends the verification that has begun with the first chunks of the manifest, if there is one, with the others. */
  take(
    tree: ChunkTree,
    repositoryId: RepositoryId,
    manifest: Manifest,
    signal?: AbortSignal,
  ): Promise<EagerlyVerified | undefined>;
}

/** Each takes as much memory as a verification of its own. */
const maxAtOnce = 4;
/** Of one organization, so that none has all of them. */
const maxPerOrganization = 2;
/** What is larger is verified after the call that finalizes it, by the first process that claims it. */
const maxEagerBytes = 4 * GIB;
/** They are kept until the manifest comes: 13 MB. */
const maxEagerChunks = 65_536;
/** A sender who declares nothing for so long has gone. */
const idleMs = 60_000;

interface Running {
  readonly organizationId: OrganizationId;
  readonly repositoryId: RepositoryId;
  readonly push: string;
  readonly verification: EagerVerification;
  callOff: () => void;
}

const isSame = (left: ChunkLocation | undefined, right: ChunkLocation | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  left.name === right.name &&
  left.pack === right.pack &&
  left.offset === right.offset &&
  left.storedBytes === right.storedBytes &&
  left.rawBytes === right.rawBytes &&
  left.encoding === right.encoding;

/** The segments without their first chunks, if these are the expected ones. */
const behind = async (
  segments: AsyncGenerator<readonly ChunkLocation[], void, undefined>,
  expected: readonly ChunkLocation[],
): Promise<AsyncIterable<readonly ChunkLocation[]> | undefined> => {
  let at = 0;
  let rest: readonly ChunkLocation[] = [];
  while (at < expected.length) {
    const next = await segments.next();
    if (next.done === true) return undefined;
    const begin = at;
    const count = Math.min(next.value.length, expected.length - begin);
    if (!next.value.slice(0, count).every((chunk, index) => isSame(chunk, expected[begin + index]))) return undefined;
    at += count;
    rest = next.value.slice(count);
  }
  async function* restOf(): AsyncGenerator<readonly ChunkLocation[], void, undefined> {
    if (rest.length > 0) yield rest;
    yield* segments;
  }
  return restOf();
};

export const createEagerVerifications = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'hasher' | 'codec'> & Verifying,
): EagerVerifications => {
  const running = new Set<Running>();

  const drop = (entry: Running): void => {
    entry.callOff();
    running.delete(entry);
    entry.verification.abort();
  };

  const start = ({ repository }: RepositoryGrant<'repository.push'>, push: string): Running | undefined => {
    const { repositoryId, organizationId, namespace } = repository;
    const ofOrganization = [...running].filter((entry) => entry.organizationId === organizationId);
    if (running.size >= maxAtOnce || ofOrganization.length >= maxPerOrganization) return undefined;
    if (ports.verifications.isSpent(organizationId)) return undefined;
    const { codec, hasher, verifications } = ports;
    const blobs = pacedBlobStore(ports.blobs, ports.clock);
    const packs = createPackVerifications(ports, repositoryId);
    const verification = startEagerVerification(
      { blobs, codec, hasher, namespace },
      (isOver) => verifications.eagerTurns(repository, isOver),
      (names) => packs.unverified(names),
    );
    const entry: Running = { organizationId, repositoryId, push, verification, callOff: () => undefined };
    running.add(entry);
    return entry;
  };

  return {
    declare: (grant, { push, from, chunks }) => {
      const { repositoryId } = grant.repository;
      const present = [...running].find((entry) => entry.repositoryId === repositoryId && entry.push === push);
      const entry = present ?? (from === 0 ? start(grant, push) : undefined);
      if (entry === undefined) return false;
      const { verification } = entry;
      const rawBytes = chunks.reduce((sum, chunk) => sum + chunk.rawBytes, verification.rawBytes);
      const isOrderly = verification.declared.length === from && chunks.length > 0;
      if (verification.hasFailed || !isOrderly || from + chunks.length > maxEagerChunks || rawBytes > maxEagerBytes) {
        drop(entry);
        return false;
      }
      entry.callOff();
      entry.callOff = ports.clock.after?.(idleMs, () => drop(entry)) ?? (() => undefined);
      verification.declare(chunks);
      return true;
    },
    take: async (tree, repositoryId, { maps }, signal) => {
      for (const entry of running) {
        if (entry.repositoryId !== repositoryId) continue;
        const rest = await behind(segmentsOf(tree, maps), entry.verification.declared);
        // Somebody else may have taken it meanwhile.
        if (rest === undefined || !running.delete(entry)) continue;
        entry.callOff();
        return entry.verification.finish(rest, signal);
      }
      return undefined;
    },
  };
};
