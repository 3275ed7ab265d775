import type { Blake3 } from './blake3.js';

/** The library asks for a Buffer: a view, nothing is copied. */
const viewed = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** BLAKE3 by the Rust crate of its authors, compiled for this platform. Imported here and not above for the reason that native-zstd.ts gives. */
export const nativeBlake3 = async (): Promise<Blake3> => {
  const { blake3, Blake3Hasher } = await import('@napi-rs/blake-hash');
  return {
    kind: 'native',
    hex: (bytes) => blake3(viewed(bytes)).toString('hex'),
    into: (bytes, target, at) => {
      target.set(blake3(viewed(bytes)), at);
    },
    start: () => {
      const hasher = new Blake3Hasher();
      return {
        update: (bytes) => {
          hasher.update(viewed(bytes));
        },
        digestHex: () => hasher.digestBuffer().toString('hex'),
      };
    },
  };
};
