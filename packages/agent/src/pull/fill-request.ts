import { type PackName, packPath } from '@svc/core/model';
import type { ByteRange } from '@svc/client';
import { valueOf } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import { DamagedPack } from './damaged-pack.js';
import { type PulledChunk, readPart } from './local-version.js';
import type { Traffic } from './traffic.js';

/** A part of a pack that is received. */
export interface Block extends ByteRange {
  /** Where it begins in memory, once it is there. */
  place: number;
}

export interface PackRequest {
  readonly pack: PulledChunk['pack'];
  /** In order, and apart from each other. */
  readonly blocks: readonly Block[];
  /** What is received goes here. */
  readonly room: Uint8Array;
}

/** What the requests for an object have in common. */
export interface Asking {
  readonly context: TransferContext;
  readonly traffic: Traffic;
  /** Whether the service answers several ranges at once, as far as is known. */
  answersSeveral: boolean;
}

const lacking = (pack: PackName): DamagedPack => new DamagedPack(`the service lacks the pack ${pack}`);

/** Receives one range of a pack, or reads it where it lies here. */
export const fillRange = async (
  { context, traffic }: Asking,
  pack: PulledChunk['pack'],
  range: ByteRange,
  memory: Uint8Array,
): Promise<void> => {
  if (typeof pack !== 'string') return readPart(pack, range, memory);
  const { client, repositoryId, signal } = context;
  const newMemory = (): Uint8Array => memory;
  const options = { range, maxBytes: memory.byteLength, newMemory, signal };
  const file = await valueOf(client.tree.get(repositoryId, packPath(pack), options));
  if (file === undefined) throw lacking(pack);
  traffic.receivedBytes += file.bytes.byteLength;
  if (file.bytes.buffer !== memory.buffer) memory.set(file.bytes);
};

const fillOneByOne = async (asking: Asking, { pack, blocks, room }: PackRequest): Promise<void> => {
  let at = 0;
  for (const block of blocks) {
    const { begin, end } = block;
    const memory = room.subarray(at, at + end - begin);
    await fillRange(asking, pack, { begin, end }, memory);
    block.place = memory.byteOffset;
    at += memory.byteLength;
  }
};

/** Receives the blocks of a request, and says of each where it is. */
export const fillRequest = async (asking: Asking, request: PackRequest): Promise<void> => {
  const { client, repositoryId, signal } = asking.context;
  const { pack, blocks, room } = request;
  if (typeof pack !== 'string' || blocks.length < 2 || !asking.answersSeveral) return fillOneByOne(asking, request);
  const newMemory = (sizeBytes: number): Uint8Array => room.subarray(0, sizeBytes);
  const found = await valueOf(client.tree.getRanges(repositoryId, packPath(pack), { ranges: blocks, newMemory, signal }));
  if (found === undefined) throw lacking(pack);
  if (found === 'one_by_one') {
    asking.answersSeveral = false;
    return fillOneByOne(asking, request);
  }
  const { bytes, begins } = found;
  asking.traffic.receivedBytes += bytes.byteLength;
  if (bytes.buffer !== room.buffer) room.set(bytes);
  for (const [index, block] of blocks.entries()) block.place = room.byteOffset + (begins[index] ?? 0);
};
