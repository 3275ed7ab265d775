import { invariant } from '../../../model/app-error.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeFault, TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { PackName } from '../../../model/values/index.js';
import { type AnnouncedChunks, AnnouncementsEnded, createAnnouncedChunks } from '../files/declared-chunks.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { proveChunks, type ProvenBytes } from './verify-chunks.js';
import type { ProvenPack } from './verify-pack.js';

/** What was found out about an object before anyone has said which it is. */
export interface ProvenAhead extends ProvenBytes {
  readonly packs: readonly ProvenPack[];
}

/** The proof of an object that is still being sent: it follows the announcements of the object's chunks. */
export interface ProofAhead {
  /** The chunks that were announced so far, in order. */
  readonly announced: readonly ChunkLocation[];
  readonly rawBytes: number;
  /** Whether the chunks that were announced are not as they should be, so that the proof is over. */
  readonly hasFailed: boolean;
  announce(chunks: readonly ChunkLocation[]): void;
  /** The object has these chunks too, and no more. Answers undefined when the proof has failed. */
  finish(rest: AsyncIterable<readonly ChunkLocation[]>): Promise<ProvenAhead | undefined>;
  abandon(): void;
}

/** What is wrong shows again when the object is finalized, and is told then. */
const isFault = (thrown: unknown): boolean =>
  thrown instanceof TreeFault || thrown instanceof TreeUnavailable || thrown instanceof AnnouncementsEnded;

const prove = async (
  tree: ChunkTree,
  chunks: AnnouncedChunks,
  findUnproven: (packs: readonly PackName[]) => Promise<readonly PackName[]>,
): Promise<ProvenAhead | undefined> => {
  const packs = new Map<PackName, ProvenPack>();
  try {
    const bytes = await proveChunks(tree, chunks, {
      unproven: (names) => findUnproven(names.filter((name) => !packs.has(name))),
      add: async (pack) => void packs.set(pack.name, pack),
    });
    return { ...bytes, packs: [...packs.values()] };
  } catch (thrown) {
    if (isFault(thrown)) return undefined;
    throw thrown;
  }
};

/** `findUnproven` tells which of some packs nobody has proven yet. */
export const startProofAhead = (
  tree: ChunkTree,
  findUnproven: (packs: readonly PackName[]) => Promise<readonly PackName[]>,
): ProofAhead => {
  const chunks = createAnnouncedChunks();
  const announced: ChunkLocation[] = [];
  let rawBytes = 0;
  const outcome = prove(tree, chunks, findUnproven);
  let hasFailed = false;
  // Whoever finishes it meets the fault; nobody may.
  void outcome.then(
    (proven) => (hasFailed = proven === undefined),
    () => (hasFailed = true),
  );
  return {
    announced,
    get rawBytes() {
      return rawBytes;
    },
    get hasFailed() {
      return hasFailed;
    },
    announce: (more) => {
      invariant(more.length > 0, 'an announcement has chunks');
      for (const chunk of more) {
        announced.push(chunk);
        rawBytes += chunk.rawBytes;
      }
      chunks.add(more);
    },
    finish: async (rest) => {
      try {
        for await (const more of rest) chunks.add(more);
      } catch (fault) {
        chunks.abandon();
        throw fault;
      }
      chunks.end();
      return outcome;
    },
    abandon: () => chunks.abandon(),
  };
};
