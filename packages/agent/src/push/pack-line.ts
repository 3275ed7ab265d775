import { copyBytes } from '@svc/codec-node';
import { invariant, isContentName, packPath, type PackName } from '@svc/core/model';
import type { EncodedChunk } from '@svc/core/ports';
import { maxChunkBytes } from '@svc/core/chunking';
import { createPackWriter, minPackBytes, packEntryBytes, packHeaderBytes, type PackWriter } from '@svc/core/packs';
import type { FailFast } from '../pipeline/fail-fast.js';
import { createBufferPool } from '../pipeline/buffer-pool.js';
import type { TransferContext } from '../transfer-context.js';
import type { OwnPack, Placement } from './placement.js';
import type { TreeUploads } from './tree-uploads.js';

/** Fills packs with chunks in the order in which they come, and sends the full ones: the same chunks make the same packs again. */
export interface PackLine {
  /** Takes the file's next chunk, with its encoding when it is new. Waits while all packs are on their way. */
  add(placement: Placement, encoded: EncodedChunk | undefined): Promise<void>;
  /** Sends the last pack and waits for all. */
  finish(): Promise<void>;
  /** Of all packs so far. */
  storedBytes(): number;
}

export interface PackLineOptions {
  /** No pack is longer, unless it holds a single chunk. */
  readonly packBytes: number;
  readonly failFast: FailFast;
  /** So many more bytes of the file need nothing any more but their place in the list. */
  readonly onStored: (rawBytes: number) => void;
  /** One more pack is in the repository. */
  readonly onArrived: () => void;
}

/** One is filled while the other is sent; where the network is slow both are on their way. They are a third of a push's memory. */
const maxPacks = 2;
/**
 * A push that was cut off lacks the packs that were under way, and all behind the last one that arrived. So when as many packs as can be under way
 * have been found missing, no more need be asked for.
 */
const maxMissing = maxPacks;
/** To send a single one that is shorter in vain costs less than the question, which the service counts. */
const leastAskedBytes = 1024 * 1024;
/** The list of chunks waits for the names of packs. A pack ends after so many chunks of the file, however few of them are new. */
const maxChunksWaiting = 65_536;

interface OpenPack {
  readonly memory: Uint8Array;
  readonly writer: PackWriter;
  readonly own: OwnPack;
  /** Where the next chunk goes. */
  end: number;
  coveredBytes: number;
  coveredChunks: number;
}

/** Puts the header and the index around the chunks, which are where they belong. */
const complete = ({ memory, writer }: OpenPack): Uint8Array => {
  const { parts, sizeBytes } = writer.finish();
  const [header] = parts;
  const index = parts.at(-1);
  invariant(header !== undefined && index !== undefined, 'a pack has a header and an index');
  memory.set(header);
  memory.set(index, sizeBytes - index.byteLength);
  return memory.subarray(0, sizeBytes);
};

export const createPackLine = (
  { codec }: Pick<TransferContext, 'codec'>,
  uploads: TreeUploads,
  options: PackLineOptions,
): PackLine => {
  const { packBytes, failFast, onStored, onArrived } = options;
  const memoryBytes = Math.max(packBytes, maxChunkBytes + minPackBytes);
  const newMemory = (): Uint8Array => Buffer.allocUnsafeSlow(memoryBytes);
  const memories = createBufferPool(Array.from({ length: maxPacks }, newMemory), failFast);
  const sending = new Set<Promise<void>>();
  let open: OpenPack | undefined;
  let missing = 0;
  let storedBytes = 0;
  let isLast = false;

  const send = async (name: PackName, { coveredBytes, memory, own }: OpenPack, bytes: Uint8Array): Promise<void> => {
    const isShort = bytes.byteLength === storedBytes && bytes.byteLength < leastAskedBytes && isLast;
    const mayExist = missing < maxMissing && !isShort;
    const outcome = await uploads.put(packPath(name), bytes, mayExist);
    if (outcome === 'sent') missing += 1;
    own.isSent = outcome === 'sent';
    own.hasArrived = true;
    memories.give(memory);
    onStored(coveredBytes);
    onArrived();
  };

  const close = (pack: OpenPack): void => {
    const bytes = complete(pack);
    const name = codec.blake3Hex(bytes);
    invariant(isContentName<PackName>(name), 'a BLAKE3-256 names content');
    pack.own.name = name;
    storedBytes += bytes.byteLength;
    const sent = send(name, pack, bytes)
      .catch((fault: unknown) => {
        failFast.fail(fault);
      })
      .finally(() => sending.delete(sent));
    sending.add(sent);
    open = undefined;
  };

  const packFor = async (bytes: number): Promise<OpenPack> => {
    const isFull = open !== undefined && open.writer.sizeBytes + bytes + packEntryBytes > packBytes;
    if (open !== undefined && (isFull || !open.writer.fits(bytes))) close(open);
    open ??= {
      memory: await memories.take(),
      writer: createPackWriter(),
      own: { name: undefined, hasArrived: false, isSent: false },
      end: packHeaderBytes,
      coveredBytes: 0,
      coveredChunks: 0,
    };
    return open;
  };

  const store = async (placement: Placement, { encoding, bytes }: EncodedChunk): Promise<void> => {
    const { name, rawBytes } = placement;
    const pack = await packFor(bytes.byteLength);
    const kept = pack.memory.subarray(pack.end, pack.end + bytes.byteLength);
    copyBytes(bytes, kept);
    const offset = pack.writer.add({ name, rawBytes, encoded: { encoding, bytes: kept } });
    invariant(offset === pack.end, 'a chunk lies where the pack says');
    pack.end += bytes.byteLength;
    placement.own = { pack: pack.own, entry: { name, offset, storedBytes: bytes.byteLength, rawBytes, encoding } };
  };

  return {
    add: async (placement, encoded) => {
      if (encoded !== undefined) await store(placement, encoded);
      if (open === undefined) {
        onStored(placement.rawBytes);
        return;
      }
      open.coveredBytes += placement.rawBytes;
      open.coveredChunks += 1;
      if (open.coveredChunks === maxChunksWaiting) close(open);
    },
    finish: async () => {
      isLast = true;
      if (open !== undefined) close(open);
      await Promise.all(sending);
      failFast.check();
    },
    storedBytes: () => storedBytes,
  };
};
