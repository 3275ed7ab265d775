import { mapOrdered } from '../../../concurrency/map-ordered.js';
import { decodedBytes } from '../../../formats/chunking/index.js';
import { hasPackMagic, packHeaderBytes, type PackIndex } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import type { PackName } from '../../../model/values/index.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { decodeChunks, groupBytes, concurrentGroups, type LocatedBytes } from '../read/decode-chunks.js';
import type { OpenPack } from '../read/open-pack.js';
import type { ReadMemory } from '../read/read-memory.js';
import { readInto } from '../read/read-tree-blob.js';

/** A pack whose file hashes to its name and whose every chunk decodes to its own. */
export interface VerifiedPack {
  readonly name: PackName;
  readonly sizeBytes: number;
  readonly index: PackIndex;
}

/** Neighbouring chunks, and the piece of the file that holds them. The first piece begins at the file's first byte. */
interface PackPiece {
  readonly begin: number;
  readonly end: number;
  readonly chunks: readonly ChunkLocation[];
}

async function* piecesOf({ index, indexOffset }: OpenPack): AsyncGenerator<PackPiece, void, undefined> {
  let begin = 0;
  let rawBytes = 0;
  let gathered: ChunkLocation[] = [];
  for (let position = 0; position < index.length; position += 1) {
    const chunk = index.at(position);
    if (gathered.length > 0 && rawBytes + chunk.rawBytes > groupBytes) {
      yield { begin, end: chunk.offset, chunks: gathered };
      begin = chunk.offset;
      rawBytes = 0;
      gathered = [];
    }
    gathered.push(chunk);
    rawBytes += chunk.rawBytes;
  }
  yield { begin, end: indexOffset, chunks: gathered };
}

/**
 * Reads a pack from its first byte to its last and verifies it: the form, the hash of the file unless this process took it while the file came, and that each chunk
 * decodes to its name. `take` is handed every chunk in the order of the file, each after its own verification and before that of the whole; its bytes are used
 * again afterwards. Some 12 MiB of memory, whatever the pack holds.
 */
export const verifyPack = async (
  tree: ChunkTree,
  memory: ReadMemory,
  pack: OpenPack,
  take: (chunk: LocatedBytes) => Promise<void>,
): Promise<VerifiedPack> => {
  const { name, key, sizeBytes, index, tail } = pack;
  const readPiece = async (piece: PackPiece) => {
    const bytes = memory.take(piece.end - piece.begin);
    await readInto(tree, key, piece.begin, bytes);
    const stored = piece.chunks.map((location) => {
      const begin = location.offset - piece.begin;
      return { location, bytes: bytes.subarray(begin, begin + location.storedBytes) };
    });
    const room = memory.take(decodedBytes(piece.chunks));
    return { begin: piece.begin, bytes, room, raw: await decodeChunks(tree.codec, () => key, stored, room) };
  };
  const hash = tree.received?.take(key, sizeBytes) === true ? undefined : tree.codec.blake3();
  for await (const { begin, bytes, room, raw } of mapOrdered(piecesOf(pack), readPiece, { concurrency: concurrentGroups })) {
    if (begin === 0 && !hasPackMagic(bytes.subarray(0, packHeaderBytes))) throw new TreeFault(key, 'pack_invalid', 'wrong_magic');
    hash?.update(bytes);
    memory.release(bytes);
    for (const chunk of raw) await take(chunk);
    memory.release(room);
  }
  hash?.update(tail);
  if (hash !== undefined && hash.digestHex() !== name) {
    throw new TreeFault(key, 'pack_invalid', 'damaged');
  }
  return { name, sizeBytes, index };
};
