import type { RepositoryGrant } from '../../../access/grant.js';
import type { Manifest } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import type { OrganizationId, RepositoryId } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import { pacedBlobStore } from '../../../blob-store/paced-blob-store.js';
import type { Verifying } from '../../../steps/verification/verifications.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import type { ReceivedPacks } from '../read/received-packs.js';
import {
  type Declaration,
  digestOfChunks,
  type EagerVerification,
  type EagerlyVerified,
  startEagerVerification,
} from './eager-verification.js';
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
  /** The verification that has begun with the first chunks of the manifest, if there is one. It is the caller's from then on. */
  take(tree: ChunkTree, repositoryId: RepositoryId, manifest: Manifest): Promise<BegunVerification | undefined>;
}

/** An object's verification that has begun before the object was finalized. */
export interface BegunVerification {
  /** How many bytes of the object are still to be verified. */
  readonly leftBytes: number;
  /** Verifies what is left. Answers undefined when something is wrong. */
  finish(signal?: AbortSignal): Promise<EagerlyVerified | undefined>;
  abort(): void;
}

/** Each takes as much memory as a verification of its own. */
const maxAtOnce = 4;
/** Of one organization, so that none has all of them. */
const maxPerOrganization = 2;
/** Chunks that wait for the verification, since it is slower than the sender: 15 MB. */
const maxWaitingChunks = 65_536;
/** What is kept of each takes a hundred bytes. */
const maxDeclarations = 65_536;
/** A sender who declares nothing for so long has gone. */
const idleMs = 60_000;

interface Running {
  readonly organizationId: OrganizationId;
  readonly repositoryId: RepositoryId;
  readonly push: string;
  readonly verification: EagerVerification;
  callOff: () => void;
}

/** The segments without their first chunks, if these are the ones that were declared. */
const behind = async (
  { hasher }: ChunkTree,
  segments: AsyncGenerator<readonly ChunkLocation[], void, undefined>,
  declarations: readonly Declaration[],
): Promise<AsyncIterable<readonly ChunkLocation[]> | undefined> => {
  let rest: readonly ChunkLocation[] = [];
  for (const { count, digest } of declarations) {
    while (rest.length < count) {
      const next = await segments.next();
      if (next.done === true) return undefined;
      rest = [...rest, ...next.value];
    }
    if (digestOfChunks(hasher, rest.slice(0, count)) !== digest) return undefined;
    rest = rest.slice(count);
  }
  async function* restOf(): AsyncGenerator<readonly ChunkLocation[], void, undefined> {
    if (rest.length > 0) yield rest;
    yield* segments;
  }
  return restOf();
};

export const createEagerVerifications = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'hasher' | 'codec'> & Verifying & { readonly received: ReceivedPacks },
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
    const { codec, hasher, verifications, received } = ports;
    const blobs = pacedBlobStore(ports.blobs, ports.clock);
    const packs = createPackVerifications(ports, repositoryId);
    const verification = startEagerVerification(
      { blobs, codec, hasher, namespace, received },
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
      const isOrderly = verification.declaredChunks === from && chunks.length > 0;
      const hasRoom =
        verification.waitingChunks + chunks.length <= maxWaitingChunks && verification.declarations.length < maxDeclarations;
      const isSpent = ports.verifications.isSpent(entry.organizationId);
      if (verification.hasFailed || !isOrderly || !hasRoom || isSpent) {
        drop(entry);
        return false;
      }
      entry.callOff();
      entry.callOff = ports.clock.after?.(idleMs, () => drop(entry)) ?? (() => undefined);
      verification.declare(chunks);
      return true;
    },
    take: async (tree, repositoryId, { maps, sizeBytes }) => {
      for (const entry of running) {
        if (entry.repositoryId !== repositoryId) continue;
        const { verification } = entry;
        const rest = await behind(tree, segmentsOf(tree, maps), verification.declarations);
        // Somebody else may have taken it meanwhile.
        if (rest === undefined || !running.delete(entry)) continue;
        entry.callOff();
        return {
          leftBytes: verification.hasFailed ? sizeBytes : Math.max(0, sizeBytes - verification.hashedBytes),
          finish: (signal) => verification.finish(rest, signal),
          abort: () => verification.abort(),
        };
      }
      return undefined;
    },
  };
};
