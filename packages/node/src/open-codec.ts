import { portableCodec } from '@svc/core/chunking';
import type { ChunkCodec } from '@svc/core/ports';

/** A package that is installed and broken fails in other ways, or misses another package: that is no reason to go on without it. */
const isNotInstalled = (fault: unknown): boolean =>
  fault instanceof Error &&
  'code' in fault &&
  fault.code === 'ERR_MODULE_NOT_FOUND' &&
  fault.message.includes("'@svc/codec-node'");

/** The codec of `@svc/codec-node` where it is installed, otherwise the portable one without zstd. */
export const openCodec = async (): Promise<ChunkCodec> => {
  try {
    const { createCodecPool, createNodeCodec } = await import('@svc/codec-node');
    // One thread decodes while the caller's hashes what was decoded before.
    const pool = createCodecPool({ threads: 1 });
    return { ...(await createNodeCodec()), decodeAll: (chunks, memory) => pool.decodeAll(chunks, memory) };
  } catch (fault) {
    if (isNotInstalled(fault)) return portableCodec();
    throw fault;
  }
};
