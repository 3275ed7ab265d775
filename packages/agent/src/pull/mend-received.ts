import { createHash } from 'node:crypto';
import type { DownloadPermission } from '@svc/client';
import { blockBytes, type Oid } from '@svc/core';
import type { ByteSpan } from '@svc/core/ports';
import { ended } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import { oidOf } from '../verify/hash-file.js';
import { DamagedObject, damagedWhereStored } from './damaged-object.js';
import { type FetchedNames, fetchBlockNames } from './fetch-block-names.js';
import { createMendedRanges } from './mended-ranges.js';
import type { Receiver, StoredSink } from './receiver.js';
import type { Traffic } from './traffic.js';
import { askWhere, receiveInOrder } from './whole-object.js';

/** So much is looked at, and fetched again, at a time; whole blocks. */
const pieceBytes = 64 * blockBytes;

/** A piece of the object, and where it begins. */
interface Piece {
  readonly begin: number;
  readonly bytes: Uint8Array;
}

interface Mending {
  readonly context: TransferContext;
  readonly oid: Oid;
  readonly names: FetchedNames;
  readonly stored: StoredSink;
  readonly traffic: Traffic;
  readonly place: () => Promise<DownloadPermission | undefined>;
}

/** Where the object is: asked for as seldom as may be, since each time counts as a download. */
const askedSeldom = (context: TransferContext, oid: Oid): Mending['place'] => {
  let known: DownloadPermission | undefined;
  let freshUntil = 0;
  return async () => {
    if (performance.now() < freshUntil) return known;
    known = await askWhere(context, oid);
    const lifetimeMs = known?.kind === 'url' ? known.expiresInSeconds * 1000 : 0;
    freshUntil = performance.now() + lifetimeMs / 2;
    return known;
  };
};

/** The blocks that are not what their names say, those beside each other together. A block whose name cannot be told is as good as any. */
const findWrong = async ({ names, context }: Mending, { begin, bytes }: Piece): Promise<readonly ByteSpan[]> => {
  const wrong: ByteSpan[] = [];
  for (let at = 0; at < bytes.byteLength; at += blockBytes) {
    const block = bytes.subarray(at, at + blockBytes);
    const name = await names.find((begin + at) / blockBytes);
    if (name === undefined || name === context.codec.blake3Hex(block)) continue;
    const [first, last] = [begin + at, begin + at + block.byteLength - 1];
    const before = wrong.at(-1);
    if (before?.last === first - 1) wrong[wrong.length - 1] = { first: before.first, last };
    else wrong.push({ first, last });
  }
  return wrong;
};

/** Fetches bytes of the object from `begin` on into memory of their length. */
const fetchInto = async ({ context, oid, traffic, place }: Mending, { begin, bytes }: Piece): Promise<void> => {
  let at = begin;
  const target = {
    sizeBytes: () => at,
    append: async (pieces: readonly Uint8Array[]) => {
      for (const piece of pieces) {
        bytes.set(piece, at - begin);
        at += piece.byteLength;
      }
    },
    restart: async () => {
      const message = `what the service sent for ${oid} has another SHA-256, and no part of it is to be had alone`;
      throw new DamagedObject(message, 'came with another SHA-256');
    },
  };
  await receiveInOrder(context, oid, target, traffic, { permission: await place(), end: begin + bytes.byteLength });
};

/** Throws when the bytes come wrong again: then they are damaged where they are stored. */
const fetchAgain = async (mending: Mending, piece: Piece, { first, last }: ByteSpan): Promise<void> => {
  const bytes = piece.bytes.subarray(first - piece.begin, last + 1 - piece.begin);
  const fetched = { begin: first, bytes };
  await fetchInto(mending, fetched);
  const [still] = await findWrong(mending, fetched);
  if (still !== undefined) throw damagedWhereStored(mending.oid, `bytes ${still.first} to ${still.last} came wrong twice`);
  await mending.stored.write(bytes, first);
};

/**
 * Mends an object that was received whole and has another SHA-256: reads it once, holds each block against its name, and fetches again those that are not what
 * they should be, and nothing else. Answers the SHA-256 of what it has become; undefined where nothing tells which bytes are damaged. Throws when they
 * stay so.
 */
export const mendReceived = async (
  context: TransferContext,
  oid: Oid,
  receiver: Receiver,
  traffic: Traffic,
): Promise<Oid | undefined> => {
  const { stored } = receiver;
  const sizeBytes = receiver.sizeBytes();
  const names = stored && (await fetchBlockNames(context, { oid, sizeBytes }, traffic));
  if (stored === undefined || names === undefined) return undefined;
  const mending = { context, oid, names, stored, traffic, place: askedSeldom(context, oid) };
  const hash = createHash('sha256');
  const memory = new Uint8Array(Math.min(pieceBytes, sizeBytes));
  const mended = createMendedRanges(oid);
  for (let begin = 0; begin < sizeBytes; begin += pieceBytes) {
    if (context.signal.aborted) throw ended();
    const piece = { begin, bytes: memory.subarray(0, sizeBytes - begin) };
    await stored.read(piece.bytes, begin);
    for (const span of await findWrong(mending, piece)) {
      await fetchAgain(mending, piece, span);
      mended.add(span);
    }
    hash.update(piece.bytes);
  }
  const found = oidOf(hash.digest('hex'));
  if (found === oid) context.onMended(mended.told());
  return found;
};
