import type { Brand } from './brand.js';

/** The BLAKE3-256 of a chunk's raw bytes in 64 lower-case hex digits (spec 1). */
export type ChunkName = Brand<string, 'ChunkName'>;

/** The BLAKE3-256 of a whole pack file in 64 lower-case hex digits. */
export type PackName = Brand<string, 'PackName'>;

/** The BLAKE3-256 of a whole chunk map file in 64 lower-case hex digits. */
export type MapName = Brand<string, 'MapName'>;

const pattern = /^[0-9a-f]{64}$/;

/** Whether a text can name content by its BLAKE3-256. */
export const isContentName = <Name extends ChunkName | PackName | MapName>(text: string): text is Name => pattern.test(text);
