import type { ChunkLocation, ChunkName, PackName } from '@svc/core/model';
import type { PackEntry } from '@svc/core/packs';

/** A pack of this push. Its name is known some time after its last chunk. */
export interface OwnPack {
  name: PackName | undefined;
  /** Whether the repository has it. */
  hasArrived: boolean;
  /** Whether it went over the network for that. */
  isSent: boolean;
}

/** A chunk of the file, and where it lies: in a pack that the repository has, or in one of this push. */
export interface Placement {
  readonly name: ChunkName;
  readonly rawBytes: number;
  /** Where the repository has it already. */
  readonly found: ChunkLocation | undefined;
  /** Where this push puts it, as soon as that is decided. */
  own: { readonly pack: OwnPack; readonly entry: PackEntry } | undefined;
}

/** The chunk's place, or undefined while its pack has no name. */
export const locationOf = ({ found, own }: Placement): ChunkLocation | undefined => {
  if (found !== undefined) return found;
  return own?.pack.name === undefined ? undefined : { ...own.entry, pack: own.pack.name };
};

/** The same for a chunk that the repository has; undefined while its pack is on its way. */
export const arrivedLocationOf = (placement: Placement): ChunkLocation | undefined =>
  placement.found !== undefined || placement.own?.pack.hasArrived === true ? locationOf(placement) : undefined;
