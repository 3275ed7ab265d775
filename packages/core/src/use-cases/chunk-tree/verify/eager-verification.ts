import { invariant } from '../../../model/app-error.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { Abandoned } from '../../../concurrency/fair-queue.js';
import { thrownOutage } from '../../../model/blob-unreadable.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import type { PackName } from '../../../model/values/index.js';
import type { VerificationTurns } from '../../../steps/verification/verifications.js';
import { type DeclaredChunks, DeclarationsEnded, createDeclaredChunks } from '../files/declared-chunks.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { verifyChunks, type VerifiedBytes } from './verify-chunks.js';
import type { VerifiedPack } from './verify-pack.js';

/** What was found out about an object before anyone has said which it is. */
export interface EagerlyVerified extends VerifiedBytes {
  readonly packs: readonly VerifiedPack[];
}

/** The verification of an object that is still being sent: it follows the declarations of the object's chunks. */
export interface EagerVerification {
  /** The chunks that were declared so far, in order. */
  readonly declared: readonly ChunkLocation[];
  readonly rawBytes: number;
  /** Whether the chunks that were declared are not as they should be, so that the verification is over. */
  readonly hasFailed: boolean;
  declare(chunks: readonly ChunkLocation[]): void;
  /** The object has these chunks too, and no more. Answers undefined when the verification has failed. */
  finish(rest: AsyncIterable<readonly ChunkLocation[]>, signal?: AbortSignal): Promise<EagerlyVerified | undefined>;
  abort(): void;
}

/** What is wrong shows again when the object is finalized, and is told then. */
const isFault = (thrown: unknown): boolean =>
  thrown instanceof TreeFault ||
  thrownOutage(thrown) !== undefined ||
  thrown instanceof DeclarationsEnded ||
  thrown instanceof Abandoned;

const verify = async (
  tree: ChunkTree,
  chunks: DeclaredChunks,
  turns: VerificationTurns,
  findUnverified: (packs: readonly PackName[]) => Promise<readonly PackName[]>,
): Promise<EagerlyVerified | undefined> => {
  const packs = new Map<PackName, VerifiedPack>();
  try {
    const verifications = {
      unverified: (names: readonly PackName[]) => findUnverified(names.filter((name) => !packs.has(name))),
      add: async (pack: VerifiedPack) => void packs.set(pack.name, pack),
    };
    const bytes = await verifyChunks(tree, chunks, verifications, turns);
    return { ...bytes, packs: [...packs.values()] };
  } catch (thrown) {
    if (isFault(thrown)) return undefined;
    throw thrown;
  }
};

/** `findUnverified` tells which of some packs nobody has verified yet. */
export const startEagerVerification = (
  tree: ChunkTree,
  turnsUntil: (isOver: () => boolean) => VerificationTurns,
  findUnverified: (packs: readonly PackName[]) => Promise<readonly PackName[]>,
): EagerVerification => {
  const chunks = createDeclaredChunks();
  const declared: ChunkLocation[] = [];
  let rawBytes = 0;
  let isAborted = false;
  const outcome = verify(
    tree,
    chunks,
    turnsUntil(() => isAborted),
    findUnverified,
  );
  let hasFailed = false;
  // The finalize that ends it meets the fault; there may be none.
  void outcome.then(
    (verified) => (hasFailed = verified === undefined),
    () => (hasFailed = true),
  );
  const abort = (): void => {
    isAborted = true;
    chunks.abort();
  };
  return {
    declared,
    get rawBytes() {
      return rawBytes;
    },
    get hasFailed() {
      return hasFailed;
    },
    declare: (more) => {
      invariant(more.length > 0, 'a declaration has chunks');
      for (const chunk of more) {
        declared.push(chunk);
        rawBytes += chunk.rawBytes;
      }
      chunks.add(more);
    },
    finish: async (rest, signal) => {
      signal?.addEventListener('abort', abort, { once: true });
      try {
        for await (const more of rest) chunks.add(more);
      } catch (fault) {
        abort();
        throw fault;
      }
      chunks.end();
      return outcome;
    },
    abort,
  };
};
