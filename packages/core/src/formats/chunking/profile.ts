/** Content-defined cut points by FastCDC, in bytes. */
export interface FastCdcProfile {
  readonly kind: 'fastcdc';
  readonly name: 'fastcdc-16k' | 'fastcdc-64k' | 'fastcdc-128k';
  readonly minBytes: number;
  /** Where the masks change, even; they are made for the nearest power of two. What the `fastcdc` crate calls `avg_size`. */
  readonly averageBytes: number;
  readonly maxBytes: number;
  /** 0 to 3: how many bits the masks before and after the average differ by, each way. */
  readonly normalization: 0 | 1 | 2 | 3;
}

/** Cut points at every multiple of the size. */
export interface FixedProfile {
  readonly kind: 'fixed';
  readonly name: 'fixed-256k' | 'fixed-512k' | 'fixed-1m';
  readonly maxBytes: number;
}

/** How a file is cut into chunks (spec 1). */
export type ChunkProfile = FastCdcProfile | FixedProfile;
export type ProfileName = ChunkProfile['name'];

/** No profile makes a longer chunk, and no format takes one. */
export const maxChunkBytes = 1024 * 1024;
