/** What a page of a file says of its own size is somebody's word: memory is set aside for no more than this. */
export const mostPageBytes = 256_000_000;

export const tooLargePage = (): Error => new Error('A page of this file is too large to be shown.');

type Decompress = (input: Uint8Array, outputBytes: number) => Uint8Array;

/** Decompresses pages that are not too large to be shown. */
export const bounded =
  (decompress: Decompress): Decompress =>
  (input, outputBytes) => {
    if (outputBytes > mostPageBytes) throw tooLargePage();
    return decompress(input, outputBytes);
  };
