import { createBLAKE3 } from 'hash-wasm';
import { type Blake3, intoByHex } from './blake3.js';

/**
 * BLAKE3 in WebAssembly. An instance takes a promise to make and holds one hash at a time, so all hashes take turns on one: each keeps its state outside
 * of it between two pieces.
 */
export const wasmBlake3 = async (): Promise<Blake3> => {
  const hasher = await createBLAKE3();
  const hex = (bytes: Uint8Array): string => hasher.init().update(bytes).digest('hex');
  return {
    kind: 'wasm',
    hex,
    into: intoByHex(hex),
    start: () => {
      let state = hasher.init().save();
      return {
        update: (bytes) => {
          state = hasher.load(state).update(bytes).save();
        },
        digestHex: () => hasher.load(state).digest('hex'),
      };
    },
  };
};
