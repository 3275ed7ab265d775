import { invariant, type ChunkEncoding, type ChunkLocation, type ChunkName, type PackName } from '@svc/core/model';

/** A chunk in a pack, or in whatever else chunks lie in. */
export interface LocationIn<Holder> extends Omit<ChunkLocation, 'pack'> {
  readonly pack: Holder;
}

/** Where chunks lie, by their names: 60 bytes a chunk, where objects and texts take some 300. */
export interface LocationTable<Holder = PackName> {
  has(name: ChunkName): boolean;
  get(name: ChunkName): LocationIn<Holder> | undefined;
  isFull(): boolean;
  /** Takes one whose name it does not have yet, while it is not full. */
  add(location: LocationIn<Holder>): void;
}

const nameBytes = 32;
const nameWords = nameBytes / 4;
/** A name, the number of its pack, the offset, the stored length and the raw length. */
const rowWords = nameWords + 4;
/** Few names fall on the slot of another one. */
const leastSlotsPerRow = 2;

/** Its memory is taken from the system as it fills. */
export const createLocationTable = <Holder = PackName>(maxRows: number): LocationTable<Holder> => {
  const rows = new Uint32Array(maxRows * rowWords);
  const encodings: ChunkEncoding[] = [];
  const packs: Holder[] = [];
  const numbers = new Map<Holder, number>();
  /** One more than the number of a row, or 0. Names are hashes, so their first word tells where to begin. */
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(maxRows * leastSlotsPerRow)));
  const asked = Buffer.alloc(nameBytes);
  const askedWords = new Uint32Array(asked.buffer, asked.byteOffset, nameWords);

  const wordAt = (at: number): number => rows[at] ?? 0;
  const isAsked = (at: number): boolean => askedWords.every((word, index) => wordAt(at + index) === word);

  /** The slot of the name, or the free one where it would be. */
  const slotOf = (name: ChunkName): number => {
    asked.write(name, 'hex');
    let slot = (askedWords[0] ?? 0) % slots.length;
    for (let row = slots[slot] ?? 0; row !== 0 && !isAsked((row - 1) * rowWords); row = slots[slot] ?? 0) {
      slot = (slot + 1) % slots.length;
    }
    return slot;
  };

  const numberOf = (pack: Holder): number => {
    const number = numbers.get(pack) ?? packs.push(pack) - 1;
    numbers.set(pack, number);
    return number;
  };

  return {
    has: (name) => slots[slotOf(name)] !== 0,
    get: (name) => {
      const row = (slots[slotOf(name)] ?? 0) - 1;
      if (row < 0) return undefined;
      const at = row * rowWords + nameWords;
      const [pack, encoding] = [packs[wordAt(at)], encodings[row]];
      invariant(pack !== undefined && encoding !== undefined, 'each row has a pack and an encoding');
      return { name, pack, offset: wordAt(at + 1), storedBytes: wordAt(at + 2), rawBytes: wordAt(at + 3), encoding };
    },
    isFull: () => encodings.length === maxRows,
    add: ({ name, pack, offset, storedBytes, rawBytes, encoding }) => {
      invariant(encodings.length < maxRows, 'a full table takes nothing');
      const slot = slotOf(name);
      invariant(slots[slot] === 0, 'a name is added once');
      const at = encodings.length * rowWords;
      rows.set(askedWords, at);
      rows.set([numberOf(pack), offset, storedBytes, rawBytes], at + nameWords);
      slots[slot] = encodings.push(encoding);
    },
  };
};
