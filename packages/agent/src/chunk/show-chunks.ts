import type { Oid } from '@svc/core';
import type { ChunkName } from '@svc/core/model';
import { profileForSize, type ProfileName, profiles } from '@svc/core/chunking';
import { createFailFast } from '../pipeline/fail-fast.js';
import { createFileCutter } from '../push/cut-file.js';
import { createFindChunks } from '../push/look-ups.js';
import { openSource } from '../push/source-file.js';
import type { TransferContext } from '../transfer-context.js';

/** How a file is cut, and what of it is there already. Sizes in bytes, of raw chunks. */
export interface ChunkReport {
  readonly path: string;
  readonly oid: Oid;
  readonly sizeBytes: number;
  readonly profile: ProfileName;
  readonly chunks: number;
  readonly meanBytes: number;
  readonly minBytes: number;
  readonly maxBytes: number;
  /** Chunks that come again within the file, after their first time. */
  readonly repeatedChunks: number;
  readonly repeatedBytes: number;
  /** Different chunks that the repository has; undefined when none was asked. */
  readonly storedChunks: number | undefined;
  readonly storedBytes: number | undefined;
}

export interface ShowChunksOptions {
  /** By the size of the file, unless it is given. */
  readonly profile?: ProfileName | 'auto' | undefined;
  /** Whether the repository is asked which chunks it has. */
  readonly asksRepository: boolean;
}

/** One slab is read while the other is named. */
const maxSlabs = 3;

/** Cuts and names the chunks of a file, and sends none of them. Holds the name of each. Throws an `AgentProblem`. */
export const showChunks = async (context: TransferContext, path: string, options: ShowChunksOptions): Promise<ChunkReport> => {
  const file = await openSource(context.fileSystem, path);
  try {
    const { profile: name = 'auto', asksRepository } = options;
    const profile = name === 'auto' ? profileForSize(file.sizeBytes) : profiles[name];
    const failFast = createFailFast(context.signal);
    const cutter = createFileCutter(context.pool, file, { profile, maxSlabs, hashes: true, failFast });
    const sizes = new Map<ChunkName, number>();
    let chunks = 0;
    for await (const { names, pieces, release } of cutter.slabs()) {
      pieces.forEach(({ begin, end }, index) => {
        const chunk = names[index];
        if (chunk !== undefined) sizes.set(chunk, end - begin);
      });
      chunks += pieces.length;
      release();
    }
    await file.checkUnchanged();
    const { sizeBytes } = file;
    const stored = asksRepository ? await createFindChunks(context, context.signal)([...sizes.keys()]) : undefined;
    const storedNames = stored === undefined ? undefined : [...stored.keys()];
    return {
      path,
      oid: cutter.oid(),
      sizeBytes,
      profile: profile.name,
      chunks,
      meanBytes: chunks === 0 ? 0 : sizeBytes / chunks,
      minBytes: leastOf(sizes.values()),
      maxBytes: mostOf(sizes.values()),
      repeatedChunks: chunks - sizes.size,
      repeatedBytes: sizeBytes - totalOf(sizes.values()),
      storedChunks: storedNames?.length,
      storedBytes: storedNames === undefined ? undefined : totalOf(storedNames.map((chunk) => sizes.get(chunk) ?? 0)),
    };
  } finally {
    await file.close();
  }
};

const totalOf = (sizes: Iterable<number>): number => {
  let total = 0;
  for (const size of sizes) total += size;
  return total;
};

const mostOf = (sizes: Iterable<number>): number => {
  let most = 0;
  for (const size of sizes) most = Math.max(most, size);
  return most;
};

const leastOf = (sizes: Iterable<number>): number => {
  let least = Infinity;
  for (const size of sizes) least = Math.min(least, size);
  return least === Infinity ? 0 : least;
};
