import type { ChunkCodec } from '@svc/core/ports';
import type { Closable } from '../run-cases.js';

export interface ChunkCodecHarness extends Closable {
  readonly codec: ChunkCodec;
}
