export type { Blake3Choice, Blake3Kind } from './blake3/blake3.js';
export { createFastCut, createSlabMemory, type SlabMemory } from './fast-cut.js';
export { createNodeCodec, type NodeCodec, type NodeCodecOptions } from './node-codec.js';
export { copyBytes } from './memory.js';
export { encodedRoom } from './pool/encoded-room.js';
export { createCodecPool, type CodecPool, type CodecPoolOptions, type PooledCutter } from './pool/codec-pool.js';
export type { ZstdChoice, ZstdKind } from './zstd/zstd.js';
export type { Piece } from './pool/jobs.js';
export { type CutChunks, type NextSlab, type SlabCutterOptions, slabPlace, type UnreadSlab } from './slab-cutter.js';
