import { KIB, type Oid } from '../../model/values/index.js';
import { trusted, type Brand } from '../../model/values/brand.js';
import type { ChunkCodec } from '../../ports/chunk-codec.js';
import { isNameAt, readName, writeName } from '../packs/binary-name.js';
import { nameBytes } from '../packs/limits.js';

/** An object is named in blocks of so many bytes, the last of which may be shorter. */
export const blockBytes = 64 * KIB;
/** So many names stand under one seal, so that who reads a range reads the names of little more than that. */
const blocksPerGroup = 256;

export type BlockHasher = Pick<ChunkCodec, 'blake3Hex'>;

export interface NamedObject {
  readonly oid: Oid;
  readonly sizeBytes: number;
}

type Name = Brand<string, 'BlockName'>;

/** What is no longer than a block is named by its oid alone. */
export const hasBlockNames = ({ sizeBytes }: Pick<NamedObject, 'sizeBytes'>): boolean => sizeBytes > blockBytes;

const blocksOf = ({ sizeBytes }: Pick<NamedObject, 'sizeBytes'>): number => Math.ceil(sizeBytes / blockBytes);

export const groupsOf = (object: Pick<NamedObject, 'sizeBytes'>): number => Math.ceil(blocksOf(object) / blocksPerGroup);

/** How long the names of an object are: for each group a seal, and the names of its blocks. */
export const blockNamesBytes = (object: Pick<NamedObject, 'sizeBytes'>): number =>
  (groupsOf(object) + blocksOf(object)) * nameBytes;

/** In which group the name of a block stands, and as which one there. */
export const placeOfBlock = (block: number): { readonly group: number; readonly at: number } => ({
  group: Math.floor(block / blocksPerGroup),
  at: block % blocksPerGroup,
});

/** Where a group lies among the names. */
export const placeOfGroup = (object: NamedObject, group: number): { readonly begin: number; readonly sizeBytes: number } => ({
  begin: group * (1 + blocksPerGroup) * nameBytes,
  sizeBytes: (1 + Math.min(blocksPerGroup, blocksOf(object) - group * blocksPerGroup)) * nameBytes,
});

const encoder = new TextEncoder();

const sealOf = (hasher: BlockHasher, { oid, sizeBytes }: NamedObject, group: number, names: Uint8Array): Name => {
  const head = encoder.encode(`block names ${oid} ${sizeBytes} ${group}\n`);
  const sealed = new Uint8Array(head.byteLength + names.byteLength);
  sealed.set(head);
  sealed.set(names, head.byteLength);
  return trusted<Name>(hasher.blake3Hex(sealed));
};

/** Whether the group is what was written for this object, whatever has happened to it since. */
export const isGroupSound = (hasher: BlockHasher, object: NamedObject, group: number, bytes: Uint8Array): boolean =>
  isNameAt(sealOf(hasher, object, group, bytes.subarray(nameBytes)), bytes, 0);

/** The name, in hex, that stands at a place of a sound group. */
export const nameInGroup = (bytes: Uint8Array, at: number): string => readName<Name>(bytes, (1 + at) * nameBytes);

/** Names the blocks of an object while its bytes come, in order and in pieces of any length. */
export interface BlockNamer {
  update(bytes: Uint8Array): void;
  /** After the last byte. */
  end(): void;
}

/** `emit` is handed each group, in order, as soon as its last block has come. */
export const createBlockNamer = (hasher: BlockHasher, object: NamedObject, emit: (group: Uint8Array) => void): BlockNamer => {
  // Pieces of a network seldom end where blocks do. Collecting a block costs less than hashing it in parts.
  const collected = new Uint8Array(blockBytes);
  let filledBytes = 0;
  let group = 0;
  let names: Name[] = [];

  const endGroup = (): void => {
    const bytes = new Uint8Array((1 + names.length) * nameBytes);
    for (const [at, name] of names.entries()) writeName(name, bytes, (1 + at) * nameBytes);
    writeName(sealOf(hasher, object, group, bytes.subarray(nameBytes)), bytes, 0);
    emit(bytes);
    names = [];
    group += 1;
  };
  const addName = (block: Uint8Array): void => {
    names.push(trusted<Name>(hasher.blake3Hex(block)));
    if (names.length === blocksPerGroup) endGroup();
  };
  const collect = (piece: Uint8Array): void => {
    collected.set(piece, filledBytes);
    filledBytes += piece.byteLength;
    if (filledBytes < blockBytes) return;
    filledBytes = 0;
    addName(collected);
  };

  return {
    update: (bytes) => {
      for (let at = 0; at < bytes.byteLength;) {
        const piece = bytes.subarray(at, at + blockBytes - filledBytes);
        at += piece.byteLength;
        if (piece.byteLength === blockBytes) addName(piece);
        else collect(piece);
      }
    },
    end: () => {
      if (filledBytes > 0) addName(collected.subarray(0, filledBytes));
      if (names.length > 0) endGroup();
    },
  };
};
