interface Sized {
  readonly sizeBytes: number;
}

/**
 * The chunk tree takes up to eight requests for an object, whatever its size, each of which is counted. Of one that goes whole none is counted but the
 * question where to, which many objects share. A small one has little to gain from chunks, so when there are many they go whole (docs/adr/0009).
 */
export const maxSmallBytes = 256 * 1024;

/** As many small ones as go through the tree without having to wait for the rate limit. */
export const fewSmallObjects = 8;

const isSmall = ({ sizeBytes }: Sized): boolean => sizeBytes <= maxSmallBytes;

/** Tells which of the objects, all meant for the tree, go whole: the small ones, when there are more than a few of them. */
export const smallOnesOfMany = (objects: readonly Sized[]): ((object: Sized) => boolean) => {
  const areMany = objects.filter(isSmall).length > fewSmallObjects;
  return (object) => areMany && isSmall(object);
};
