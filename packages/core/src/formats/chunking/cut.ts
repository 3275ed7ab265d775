/**
 * The length of the chunk that begins at `begin`. The bytes reach to `end`, which is at least `maxBytes` of the profile after `begin`, or the end
 * of the input; `begin < end`.
 */
export type Cut = (bytes: Uint8Array, begin: number, end: number) => number;
