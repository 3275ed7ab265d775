import type { ChunkLocation, PackName } from '@svc/core/model';

/** Chunks of an object that is being sent. Their packs have arrived. */
export interface Declaration {
  /** The sender's own name for the transfer of one object: up to 64 letters, digits, hyphens and underscores. */
  readonly push: string;
  /** How many chunks of the object were declared before. */
  readonly from: number;
  /** The next ones, 4,096 at most. */
  readonly chunks: readonly ChunkLocation[];
}

/** Numbers instead of the names of packs keep the body short. */
export const declarationBody = ({ push, from, chunks }: Declaration) => {
  const packs = new Map<PackName, number>();
  const numberOf = (pack: PackName): number => {
    const number = packs.get(pack) ?? packs.size;
    packs.set(pack, number);
    return number;
  };
  const rows = chunks.map(
    ({ name, pack, offset, storedBytes, rawBytes, encoding }) =>
      [name, numberOf(pack), offset, storedBytes, rawBytes, encoding] as const,
  );
  return { push, from, packs: [...packs.keys()], chunks: rows };
};
