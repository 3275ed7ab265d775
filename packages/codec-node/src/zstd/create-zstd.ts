import { frameBound, type Zstd, type ZstdChoice, type ZstdKind } from './zstd.js';

/** Two frames, as the planes of a chunk have them. */
const probeBytes = 4096;

/** An implementation is refused unless it gives back what it was given, of several frames, and nothing of a damaged one. */
const isRight = ({ createDefaultCompress, createPlaneCompress, createDecompress }: Zstd): boolean => {
  const bytes = new Uint8Array(probeBytes).map((_, index) => index % 251);
  const frames = new Uint8Array(2 * frameBound(probeBytes));
  const firstBytes = createDefaultCompress()(bytes, frames);
  const framesBytes = firstBytes + createPlaneCompress()(bytes, frames.subarray(firstBytes));
  const out = new Uint8Array(2 * probeBytes);
  const decompress = createDecompress();
  return (
    decompress(frames.subarray(0, framesBytes), out) &&
    out.every((byte, index) => byte === bytes[index % probeBytes]) &&
    !decompress(frames.subarray(0, framesBytes - 1), out)
  );
};

const makers: Record<ZstdKind, () => Promise<Zstd>> = {
  native: async () => (await import('./native-zstd.js')).nativeZstd(),
  wasm: async () => (await import('./wasm-zstd.js')).wasmZstd(),
};

const tryMaking = async (kind: ZstdKind): Promise<Zstd | undefined> => {
  try {
    const made = await makers[kind]();
    return isRight(made) ? made : undefined;
  } catch {
    // Nothing was compiled for this platform, because scripts may not run at an installation or no compiler was there, or it does not work on it.
    return undefined;
  }
};

/** The fastest right implementation of those that the choice allows. Throws when none of them works here. */
export const createZstd = async (choice: ZstdChoice): Promise<Zstd> => {
  const kinds: readonly ZstdKind[] = choice === 'auto' ? ['native', 'wasm'] : [choice];
  for (const kind of kinds) {
    const made = await tryMaking(kind);
    if (made !== undefined) return made;
  }
  throw new Error(`there is no ${choice === 'auto' ? '' : `${choice} `}Zstandard that works here`);
};
