import { type ArtifactType, artifactTypes, type InstantMicros, type RepositoryId } from '@svc/core/model';

/**
 * The index of an organization's names. Names have numbers from 0 on, in the order in which they came. A gram is one, two or three characters that follow
 * each other in a name, or the type or the repository of an object, and the index says for each gram and each segment of numbers which names have it.
 */

/** So many numbers are a segment; the ordinal of a name in it fits into two bytes. */
const segmentSize = 32_768;
/** So many instants are in one row. */
export const blockSize = 128;

const ordinalBytes = 2;
const instantBytes = 8;
const maxGramLength = 3;
/** More would be asked of the index than they spare. */
const maxGramsOfPart = 24;

export const segmentOf = (number: number): number => Math.floor(number / segmentSize);
export const firstOfSegment = (segment: number): number => segment * segmentSize;
export const blockOf = (number: number): number => Math.floor(number / blockSize);

const charactersAt = (text: string, at: number, length: number): number => {
  let gram = 0;
  for (let index = at; index < at + length; index += 1) gram = gram * 2 ** 16 + text.charCodeAt(index);
  return gram;
};

/** Above all that characters make. Two repositories may share one, so what is found by it is looked at once more. */
export const gramOfRepository = (id: RepositoryId): number => 2 ** 49 + Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
const gramOfType = (type: ArtifactType): number => 2 ** 50 + artifactTypes.indexOf(type);

export interface IndexedName {
  readonly nameKey: string;
  readonly type: ArtifactType;
  readonly repositoryId: RepositoryId;
}

export const gramsOfName = ({ nameKey, type, repositoryId }: IndexedName): ReadonlySet<number> => {
  const grams = new Set([gramOfType(type), gramOfRepository(repositoryId)]);
  for (let length = 1; length <= maxGramLength; length += 1) {
    for (let at = 0; at + length <= nameKey.length; at += 1) grams.add(charactersAt(nameKey, at, length));
  }
  return grams;
};

export interface WantedName {
  /** Not empty. */
  readonly part: string;
  readonly type?: ArtifactType | undefined;
  readonly repositoryId?: RepositoryId | undefined;
}

/** What every name has that is wanted; a name that has all of them need not be wanted. */
export const gramsOfWanted = ({ part, type, repositoryId }: WantedName): readonly number[] => {
  const length = Math.min(maxGramLength, part.length);
  const count = part.length - length + 1;
  const step = Math.max(1, count / maxGramsOfPart);
  const grams = new Set<number>();
  for (let at = 0; at < count; at += step) grams.add(charactersAt(part, Math.floor(at), length));
  if (type !== undefined) grams.add(gramOfType(type));
  if (repositoryId !== undefined) grams.add(gramOfRepository(repositoryId));
  return [...grams];
};

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView => new DataView(buffer, byteOffset, byteLength);

const bytesOfOrdinals = (numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * ordinalBytes);
  for (const [at, number] of numbers.entries()) bytes.writeUInt16LE(number % segmentSize, at * ordinalBytes);
  return bytes;
};

export const ordinalsToHex = (numbers: readonly number[]): string => bytesOfOrdinals(numbers).toString('hex');

const ordinalsOf = (bytes: Uint8Array): readonly number[] => {
  const view = viewOf(bytes);
  return Array.from({ length: bytes.byteLength / ordinalBytes }, (_, at) => view.getUint16(at * ordinalBytes, true));
};

/** What all lists have, in rising order, as the lists are. */
export const inAll = ([first, ...others]: readonly Uint8Array[]): readonly number[] => {
  if (first === undefined) return [];
  let common = ordinalsOf(first);
  for (const other of others) {
    const view = viewOf(other);
    let at = 0;
    common = common.filter((ordinal) => {
      while (at < other.byteLength && view.getUint16(at, true) < ordinal) at += ordinalBytes;
      return at < other.byteLength && view.getUint16(at, true) === ordinal;
    });
  }
  return common;
};

/** What any of the lists has, in rising order. */
export const inAny = (lists: readonly Uint8Array[]): Uint8Array => {
  const [first = new Uint8Array(), ...others] = lists;
  if (others.length === 0) return first;
  const isThere = new Uint8Array(segmentSize);
  for (const list of lists) for (const ordinal of ordinalsOf(list)) isThere[ordinal] = 1;
  const ordinals: number[] = [];
  for (const [ordinal, there] of isThere.entries()) if (there === 1) ordinals.push(ordinal);
  return bytesOfOrdinals(ordinals);
};

export const instantsToHex = (instants: readonly InstantMicros[]): string => {
  const bytes = Buffer.alloc(instants.length * instantBytes);
  for (const [at, instant] of instants.entries()) bytes.writeDoubleLE(instant, at * instantBytes);
  return bytes.toString('hex');
};

/** Of the name with that number, out of its block. */
export const instantAt = (block: Uint8Array, number: number): InstantMicros =>
  viewOf(block).getFloat64((number % blockSize) * instantBytes, true);

export const instantsOf = (block: Uint8Array): readonly InstantMicros[] =>
  Array.from({ length: block.byteLength / instantBytes }, (_, at) => instantAt(block, at));
