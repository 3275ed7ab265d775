import { artifactTypeOf, artifactTypeOfName, headBytes } from '../../model/artifacts/artifact-type-of.js';
import type { ArtifactType } from '../../model/artifacts/artifact-type.js';
import type { ObjectKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** Collects the beginning of bytes that come in pieces, which need not stay as they are. */
export const createHead = () => {
  const head = new Uint8Array(headBytes);
  let filled = 0;
  return {
    add: (bytes: Uint8Array): void => {
      if (filled === headBytes) return;
      const piece = bytes.subarray(0, headBytes - filled);
      head.set(piece, filled);
      filled += piece.byteLength;
    },
    bytes: (): Uint8Array => head.subarray(0, filled),
  };
};

const readHead = async ({ blobs }: Pick<Ports, 'blobs'>, key: ObjectKey, sizeBytes: number): Promise<Uint8Array | undefined> => {
  if (sizeBytes === 0) return undefined;
  try {
    const opened = await blobs.read(key, { first: 0, last: Math.min(headBytes, sizeBytes) - 1 });
    if (opened.isErr()) return undefined;
    const head = createHead();
    for await (const bytes of opened.value.body) head.add(bytes);
    return head.bytes();
  } catch {
    // The bytes are verified, whatever the store answers now: an upload never fails for the sake of its type.
    return undefined;
  }
};

/** The type of an object whose verified bytes lie at the key. They are read only when the name does not decide. */
export const typeOfStored = async (
  ports: Pick<Ports, 'blobs'>,
  key: ObjectKey,
  { name, sizeBytes }: { readonly name?: string | undefined; readonly sizeBytes: number },
): Promise<ArtifactType> => artifactTypeOfName(name) ?? artifactTypeOf({ name, head: await readHead(ports, key, sizeBytes) });
