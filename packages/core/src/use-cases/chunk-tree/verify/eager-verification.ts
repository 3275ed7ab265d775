import { invariant } from '../../../model/app-error.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { Abandoned } from '../../../concurrency/fair-queue.js';
import { thrownOutage } from '../../../model/blob-unreadable.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import type { PackName } from '../../../model/values/index.js';
import type { Hasher, IncrementalHash } from '../../../ports/hasher.js';
import type { VerificationTurns } from '../../../steps/verification/verifications.js';
import { type DeclaredChunks, DeclarationsEnded, createDeclaredChunks } from '../files/declared-chunks.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { verifyChunks, type VerifiedBytes } from './verify-chunks.js';
import type { VerifiedPack } from './verify-pack.js';

/** What was found out about an object before anyone has said which it is. */
export interface EagerlyVerified extends VerifiedBytes {
  readonly packs: readonly VerifiedPack[];
}

/** What is kept of the chunks of one declaration until the manifest comes: they themselves would take more memory the larger the object is. */
export interface Declaration {
  readonly count: number;
  readonly digest: string;
}

/** The verification of an object that is still being sent: it follows the declarations of the object's chunks. */
export interface EagerVerification {
  /** All of them so far, in order. */
  readonly declarations: readonly Declaration[];
  readonly declaredChunks: number;
  /** Those that it has not come to. */
  readonly waitingChunks: number;
  /** How many bytes of the object it has come to. */
  readonly hashedBytes: number;
  /** Whether the chunks that were declared are not as they should be, or too many, so that the verification is over. */
  readonly hasFailed: boolean;
  declare(chunks: readonly ChunkLocation[]): void;
  /** The object has these chunks too, and no more. Answers undefined when the verification has failed. */
  finish(rest: AsyncIterable<readonly ChunkLocation[]>, signal?: AbortSignal): Promise<EagerlyVerified | undefined>;
  abort(): void;
}

/** Until the manifest comes, each chunk of a pack that nobody has verified yet takes 45 bytes: 12 MB in all, for 32 GiB in chunks of 128 KiB. */
const maxNewChunks = 262_144;

/** By which chunks are compared with those that were declared. */
export const digestOfChunks = (hasher: Hasher, chunks: readonly ChunkLocation[]): string =>
  hasher.textSha256(
    chunks
      .map((chunk) => [chunk.name, chunk.pack, chunk.offset, chunk.storedBytes, chunk.rawBytes, chunk.encoding].join())
      .join('\n'),
  );

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
  let newChunks = 0;
  try {
    const verifications = {
      unverified: (names: readonly PackName[]) => findUnverified(names.filter((name) => !packs.has(name))),
      add: async (pack: VerifiedPack) => {
        packs.set(pack.name, pack);
        newChunks += pack.index.length;
        if (newChunks > maxNewChunks) throw new Abandoned();
      },
    };
    const bytes = await verifyChunks(tree, chunks, verifications, turns, 'none');
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
  const declarations: Declaration[] = [];
  let declaredChunks = 0;
  let hashedBytes = 0;
  let isAborted = false;
  // The one SHA-256 of a verification is that of the whole.
  const sha256 = (): IncrementalHash => {
    const hash = tree.hasher.sha256();
    return {
      update: (bytes) => {
        hashedBytes += bytes.byteLength;
        hash.update(bytes);
      },
      digestHex: () => hash.digestHex(),
    };
  };
  const outcome = verify(
    { ...tree, hasher: { ...tree.hasher, sha256 } },
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
    declarations,
    get declaredChunks() {
      return declaredChunks;
    },
    get waitingChunks() {
      return chunks.waitingChunks;
    },
    get hashedBytes() {
      return hashedBytes;
    },
    get hasFailed() {
      return hasFailed;
    },
    declare: (more) => {
      invariant(more.length > 0, 'a declaration has chunks');
      declarations.push({ count: more.length, digest: digestOfChunks(tree.hasher, more) });
      declaredChunks += more.length;
      chunks.add(more);
    },
    finish: (rest, signal) => {
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort, { once: true });
      chunks.end(rest);
      return outcome;
    },
    abort,
  };
};
