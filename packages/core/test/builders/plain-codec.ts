import { createNodeCodec } from '@svc/codec-node';
import { portableCodec } from '../../src/formats/chunking/portable-codec.js';
import type { ChunkCodec } from '../../src/ports/chunk-codec.js';

const { blake3, blake3Hex } = await createNodeCodec();

/** Stores chunks as they are; what it names takes a twentieth of the portable BLAKE3's time. */
export const plainCodec: ChunkCodec = { ...portableCodec(), blake3, blake3Hex };
