/** What a page of a file says of its own size is somebody's word: memory is set aside for no more than this. */
const mostPageBytes = 256_000_000;

type Decompress = (input: Uint8Array, outputBytes: number) => Uint8Array;

/** Decompresses pages that are not too large to be shown. */
export const bounded =
  (decompress: Decompress): Decompress =>
  (input, outputBytes) => {
    if (outputBytes > mostPageBytes) throw new Error('A page of this file is too large to be shown.');
    return decompress(input, outputBytes);
  };
