import { isForbiddenName } from './taken-paths.js';

/** What stands at a name of a tree object. */
export interface TreeEntry {
  /** Six octal digits, as git prints it: 100644, 100755, 040000, 120000 or 160000. */
  readonly mode: string;
  readonly id: string;
}

/** A name that two tree objects do not have alike. */
export interface TreeDifference {
  /** As many characters as bytes. */
  readonly name: string;
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

export interface ComparedTrees {
  /** In git's order; a name once, a folder in the place of a file as the folder. */
  readonly differences: readonly TreeDifference[];
  /** Whether the second tree has modes or names as git does not write them. */
  readonly isOdd: boolean;
  /** Names of the second tree that are left out, and that the first one does not have alike. */
  readonly hidden: number;
}

const slash = 0x2f;
const dot = 0x2e;
const blank = 0x20;
const zero = 0x30;

const typeBits = 0o170000;
const folderBits = 0o040000;
const fileBits = 0o100000;
const linkBits = 0o120000;
const runBit = 0o100;
/** As git writes them, without leading zeros. */
const written: ReadonlySet<number> = new Set([0o040000, 0o100644, 0o100755, 0o120000, 0o160000]);

/** What git takes a mode for: old versions wrote more of them. */
const modeTextOf = (mode: number): string => {
  const type = mode & typeBits;
  if (type === fileBits) return (mode & runBit) === 0 ? '100644' : '100755';
  if (type === folderBits) return '040000';
  return type === linkBits ? '120000' : '160000';
};

/** Goes from entry to entry. A class, for there are thousands of entries in every commit. */
class Cursor {
  mode = 0;
  nameAt = 0;
  nameEnd = 0;
  end = 0;
  isOdd = false;
  isThere = false;
  isOddEver = false;
  at = 0;

  constructor(
    readonly bytes: Buffer,
    private readonly idBytes: number,
    private readonly mostNameBytes: number,
  ) {
    this.next();
  }

  next(): void {
    const { bytes } = this;
    const begin = this.end;
    this.at = begin;
    this.isThere = begin < bytes.length;
    if (!this.isThere) return;
    let place = begin;
    let mode = 0;
    for (let code = bytes[place] ?? blank; code !== blank && place < bytes.length; code = bytes[++place] ?? blank) {
      mode = mode * 8 + code - zero;
    }
    this.mode = mode;
    this.nameAt = place + 1;
    let hasSlash = false;
    for (place += 1; place < bytes.length && bytes[place] !== 0; place += 1) if (bytes[place] === slash) hasSlash = true;
    this.nameEnd = place;
    this.end = place + 1 + this.idBytes;
    const length = place - this.nameAt;
    this.isOdd =
      hasSlash ||
      length === 0 ||
      length > this.mostNameBytes ||
      (length <= 4 && bytes[this.nameAt] === dot && isForbiddenName(this.name));
    if (this.isOdd || !written.has(mode) || bytes[begin] === zero) this.isOddEver = true;
  }

  get name(): string {
    return this.bytes.toString('latin1', this.nameAt, this.nameEnd);
  }

  get isFolder(): boolean {
    return (this.mode & typeBits) === folderBits;
  }

  entry(): TreeEntry {
    return { mode: modeTextOf(this.mode), id: this.bytes.toString('hex', this.nameEnd + 1, this.end) };
  }

  isSameAs(other: Cursor): boolean {
    const length = this.end - this.at;
    if (length !== other.end - other.at) return false;
    const [own, others] = [this.bytes, other.bytes];
    // Ids differ most.
    for (let back = length - 1; back >= 0; back -= 1) if (own[this.at + back] !== others[other.at + back]) return false;
    return true;
  }

  /** Git orders a folder as if its name ended in a slash. */
  compare(other: Cursor): number {
    const [own, others] = [this.bytes, other.bytes];
    let [left, right] = [this.nameAt, other.nameAt];
    while (left < this.nameEnd && right < other.nameEnd && own[left] === others[right]) {
      left += 1;
      right += 1;
    }
    const codeAt = (cursor: Cursor, place: number): number =>
      place < cursor.nameEnd ? (cursor.bytes[place] ?? 0) : place === cursor.nameEnd && cursor.isFolder ? slash : 0;
    return codeAt(this, left) - codeAt(other, right);
  }
}

/** Puts a file and a folder of one name, of which one has gone and the other has come, together where the folder stands. */
const join = (differences: TreeDifference[]): readonly TreeDifference[] => {
  const places = new Map<string, number>();
  const joined: (TreeDifference | undefined)[] = [];
  for (const difference of differences) {
    const { name } = difference;
    const place = places.get(name);
    const other = place === undefined ? undefined : joined[place];
    if (place !== undefined) joined[place] = undefined;
    places.set(name, joined.length);
    joined.push({ name, before: difference.before ?? other?.before, after: difference.after ?? other?.after });
  }
  return joined.filter((difference) => difference !== undefined);
};

const nothing = Buffer.alloc(0);

/**
 * Compares what `git cat-file tree` gives, nothing for a tree that is not there. Names that no path may have, and those of more than `mostNameBytes`, are
 * left out.
 */
export const compareTrees = (
  before: Buffer | undefined,
  after: Buffer | undefined,
  idBytes: number,
  mostNameBytes: number,
): ComparedTrees => {
  const left = new Cursor(before ?? nothing, idBytes, mostNameBytes);
  const right = new Cursor(after ?? nothing, idBytes, mostNameBytes);
  const differences: TreeDifference[] = [];
  let comes = false;
  let goes = false;
  let hidden = 0;
  while (left.isThere || right.isThere) {
    if (left.isThere && right.isThere && left.isSameAs(right)) {
      left.next();
      right.next();
      continue;
    }
    const order = !left.isThere ? 1 : !right.isThere ? -1 : left.compare(right);
    const isShown = order > 0 ? !right.isOdd : !left.isOdd;
    if (isShown) {
      const name = order > 0 ? right.name : left.name;
      const old = order <= 0 ? left.entry() : undefined;
      const now = order >= 0 ? right.entry() : undefined;
      goes ||= now === undefined;
      comes ||= old === undefined;
      // A mode that git takes for the same is no change.
      if (old?.id !== now?.id || old?.mode !== now?.mode) differences.push({ name, before: old, after: now });
    } else if (order >= 0) hidden += 1;
    if (order <= 0) left.next();
    if (order >= 0) right.next();
  }
  return { differences: comes && goes ? join(differences) : differences, isOdd: right.isOddEver, hidden };
};
