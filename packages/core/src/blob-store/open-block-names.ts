import { okAsync } from 'neverthrow';
import {
  type BlockHasher,
  blockNamesBytes,
  groupsOf,
  isGroupSound,
  nameInGroup,
  type NamedObject,
  placeOfBlock,
  placeOfGroup,
} from '../formats/block-names/block-names.js';
import { blockNamesKey, type ObjectKey } from '../model/values/index.js';
import type { BlobStore, OpenBlob } from '../ports/index.js';

/** The block names of one object, as they were when they were opened. */
export interface BlockNames {
  /** The name of a block, in hex; undefined where it cannot be told, because what is written there is damaged. */
  find(block: number): Promise<string | undefined>;
  /** Whether every name can be told. */
  areSound(): Promise<boolean>;
  close(): Promise<void>;
}

/** Where there are none. */
export const noBlockNames: BlockNames = {
  find: async () => undefined,
  areSound: async () => true,
  close: async () => undefined,
};

/** For a store that keeps nothing open: what it gives is small, one part in two thousand of the object. */
const readAll = async (blobs: BlobStore, key: ObjectKey): Promise<OpenBlob | undefined> => {
  const opened = await blobs.read(key);
  if (opened.isErr()) return undefined;
  const { sizeBytes, body } = opened.value;
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  try {
    for await (const piece of body) {
      bytes.set(piece, at);
      at += piece.byteLength;
    }
  } catch {
    // As below: the object can be read without them.
    return undefined;
  }
  return {
    sizeBytes,
    fill: async (begin, target) => target.set(bytes.subarray(begin, begin + target.byteLength)),
    close: async () => undefined,
  };
};

const keepOpen = async (blobs: BlobStore, key: ObjectKey): Promise<OpenBlob | undefined> => {
  const opened = await (blobs.open?.(key) ?? okAsync(undefined));
  if (opened.isErr()) return undefined;
  return opened.value ?? readAll(blobs, key);
};

/** Of the object at a final key; undefined where there are none, or none of an object of this length. Memory holds one group of them. */
export const openBlockNames = async (
  blobs: BlobStore,
  hasher: BlockHasher,
  key: ObjectKey,
  object: NamedObject,
): Promise<BlockNames | undefined> => {
  const at = blockNamesKey(key);
  const file = at && (await keepOpen(blobs, at));
  if (file === undefined) return undefined;
  if (file.sizeBytes !== blockNamesBytes(object)) {
    await file.close();
    return undefined;
  }
  const readGroup = async (group: number): Promise<Uint8Array | undefined> => {
    const { begin, sizeBytes } = placeOfGroup(object, group);
    const bytes = new Uint8Array(sizeBytes);
    try {
      await file.fill(begin, bytes);
    } catch {
      // Names that cannot be read are as good as none; the object can be read all the same.
      return undefined;
    }
    return isGroupSound(hasher, object, group, bytes) ? bytes : undefined;
  };
  let current = -1;
  let names: Uint8Array | undefined;
  return {
    find: async (block) => {
      const { group, at } = placeOfBlock(block);
      if (group !== current) names = await readGroup(group);
      current = group;
      return names === undefined ? undefined : nameInGroup(names, at);
    },
    areSound: async () => {
      for (let group = 0; group < groupsOf(object); group += 1) if ((await readGroup(group)) === undefined) return false;
      return true;
    },
    close: () => file.close(),
  };
};
