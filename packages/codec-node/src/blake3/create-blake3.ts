import { invariant } from '@svc/core/model';
import { portableCodec } from '@svc/core/chunking';
import { type Blake3, type Blake3Choice, type Blake3Kind, intoByHex } from './blake3.js';

const portable = (): Blake3 => {
  const codec = portableCodec();
  const hex = (bytes: Uint8Array): string => codec.blake3Hex(bytes);
  return { kind: 'portable', hex, into: intoByHex(hex), start: () => codec.blake3() };
};

/** Three chunks of BLAKE3, hence a tree. */
const probeBytes = 2049;
const hashBytes = 32;

/** An implementation is refused unless it agrees with the portable one: in one piece, in two pieces, and in memory that threads share. */
const isRight = ({ hex, into, start }: Blake3): boolean => {
  const bytes = new Uint8Array(probeBytes).map((_, index) => index % 251);
  const shared = new Uint8Array(new SharedArrayBuffer(probeBytes));
  shared.set(bytes);
  const pieces = start();
  pieces.update(shared.subarray(0, 1000));
  pieces.update(bytes.subarray(1000));
  const expected = portable().hex(bytes);
  const placed = Buffer.alloc(hashBytes + 1);
  into(shared, placed, 1);
  const isPlaced = placed.toString('hex', 1) === expected;
  return isPlaced && hex(bytes) === expected && hex(shared) === expected && pieces.digestHex() === expected;
};

const makers: Record<Blake3Kind, () => Promise<Blake3>> = {
  native: async () => (await import('./native-blake3.js')).nativeBlake3(),
  wasm: async () => (await import('./wasm-blake3.js')).wasmBlake3(),
  portable: async () => portable(),
};

const tryMaking = async (kind: Blake3Kind): Promise<Blake3 | undefined> => {
  try {
    const made = await makers[kind]();
    return isRight(made) ? made : undefined;
  } catch {
    // The package for this platform is not there, or does not work on it.
    return undefined;
  }
};

/** The fastest right implementation of those that the choice allows. Throws when a kind that is asked for does not work here. */
export const createBlake3 = async (choice: Blake3Choice): Promise<Blake3> => {
  const kinds: readonly Blake3Kind[] = choice === 'auto' ? ['native', 'wasm', 'portable'] : [choice];
  for (const kind of kinds) {
    const made = await tryMaking(kind);
    if (made !== undefined) return made;
  }
  invariant(choice !== 'auto' && choice !== 'portable', 'the portable BLAKE3 is right');
  throw new Error(`there is no ${choice} BLAKE3 that works here`);
};
