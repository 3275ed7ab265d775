interface Sized {
  readonly sizeBytes: number;
}

/**
 * The chunk tree takes up to eight requests for an object, whatever its size, each of which is counted. Of one that goes whole none is counted but the
 * question where to, which many objects share. A small one has little to gain from chunks, so when there are many they go whole (docs/adr/0009).
 */
export const maxSmallBytes = 256 * 1024;

/**
 * Of many objects that are fetched those of up to so many bytes come whole, where no version of them lies there that they could share chunks with: in chunks each takes
 * three counted requests, so no more than ten of them come in a second (docs/adr/0041).
 */
export const maxFetchedWholeBytes = 1024 * 1024;

/** As many small ones as go through the tree without having to wait for the rate limit. */
export const fewSmallObjects = 8;

/** Tells which of the objects, all meant for the tree, go whole: those of up to so many bytes, when there are more than a few of them. */
export const smallOnesOfMany = (objects: readonly Sized[], maxBytes: number): ((object: Sized) => boolean) => {
  const isSmall = ({ sizeBytes }: Sized): boolean => sizeBytes <= maxBytes;
  const areMany = objects.filter(isSmall).length > fewSmallObjects;
  return (object) => areMany && isSmall(object);
};
