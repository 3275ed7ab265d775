import { portableCodec } from '@svc/core/chunking';
import type { ChunkCodec } from '@svc/core/ports';

/** To `import` and to `require`. */
const notFound: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/**
 * A package that is installed and broken fails in other ways, or misses another package: that is no reason to go on without it. Of whichever realm the
 * error is: Node's are of another one where this code has one of its own, as under Jest.
 */
export const isNotInstalled = (fault: unknown): boolean => {
  const { code, message }: { code?: unknown; message?: unknown } = typeof fault === 'object' && fault !== null ? fault : {};
  return notFound.includes(code) && typeof message === 'string' && message.includes("'@svc/codec-node'");
};

/** One for what somebody waits for, and one for the rest, whose work the first one's would have to stand in a queue behind. */
export interface Codecs {
  readonly codec: ChunkCodec;
  readonly backgroundCodec: ChunkCodec;
}

const open = async (): Promise<Codecs> => {
  try {
    const { createCodecPool, createNodeCodec } = await import('@svc/codec-node');
    // One thread decodes while the caller's hashes what was decoded before.
    const pool = createCodecPool({ threads: 1 });
    const backgroundPool = createCodecPool({ threads: 1, priority: 'low' });
    const here = await createNodeCodec();
    return {
      codec: { ...here, decodeAll: (chunks, memory) => pool.decodeAll(chunks, memory) },
      backgroundCodec: { ...here, decodeAll: (chunks, memory) => backgroundPool.decodeAll(chunks, memory) },
    };
  } catch (fault) {
    if (!isNotInstalled(fault)) throw fault;
    const codec = portableCodec();
    return { codec, backgroundCodec: codec };
  }
};

/** Of this process. The threads of a pool end with it alone, so more of them would pile up. */
let opened: Promise<Codecs> | undefined;

/** Those of `@svc/codec-node` where it is installed, otherwise the portable one without zstd; the same for all who ask. */
export const openCodecs = (): Promise<Codecs> => {
  opened ??= open().catch((fault: unknown) => {
    // Another try may find what was missing.
    opened = undefined;
    throw fault;
  });
  return opened;
};
