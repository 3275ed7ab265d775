import { err, ok, type Result } from 'neverthrow';
import { invariant } from '../../model/app-error.js';
import { KIB } from '../../model/values/index.js';
import { isAtEnd, type JsonCursor, membersOf, readObject, type ReadValue, take, takeCount, takeText } from '../json-cursor.js';
import { maxTensorDimensions, maxTensorNameLength, maxTensors } from './limits.js';
import { passJsonText, takeJsonText } from './take-json-text.js';
import { elementsOf, inFileOrder, type Tensor, type TensorFile, type TensorFileProblem } from './tensor-file.js';

/** Of an element. A type that is not among them is taken as it is, without looking at how many bytes it takes. */
const bitsByType: ReadonlyMap<string, number> = new Map([
  ['BOOL', 8],
  ['F4', 4],
  ['F6_E2M3', 6],
  ['F6_E3M2', 6],
  ['U8', 8],
  ['I8', 8],
  ['F8_E5M2', 8],
  ['F8_E4M3', 8],
  ['F8_E8M0', 8],
  ['I16', 16],
  ['U16', 16],
  ['F16', 16],
  ['BF16', 16],
  ['I32', 32],
  ['U32', 32],
  ['F32', 32],
  ['C64', 64],
  ['F64', 64],
  ['I64', 64],
  ['U64', 64],
]);

const isType = (text: string): text is string => /^[A-Za-z][A-Za-z0-9_]{0,31}$/.test(text);
const metadataName = '__metadata__';

/** The length of the JSON stands before it. */
export const lengthBytes = 8;

interface TensorDraft {
  dtype: string | undefined;
  shape: number[] | undefined;
  offsets: number[] | undefined;
}

const takeCounts = (cursor: JsonCursor, most: number): number[] | undefined => {
  if (!take(cursor, '[')) return undefined;
  const counts: number[] = [];
  if (take(cursor, ']')) return counts;
  do {
    const count = takeCount(cursor);
    if (count === undefined || counts.length === most) return undefined;
    counts.push(count);
  } while (take(cursor, ','));
  return take(cursor, ']') ? counts : undefined;
};

const tensorMembers = membersOf<ReadValue<TensorDraft, 'malformed'>>({
  dtype: (cursor, draft) => {
    draft.dtype = takeText(cursor, isType);
    return draft.dtype === undefined ? 'malformed' : undefined;
  },
  shape: (cursor, draft) => {
    draft.shape = takeCounts(cursor, maxTensorDimensions);
    return draft.shape === undefined ? 'malformed' : undefined;
  },
  data_offsets: (cursor, draft) => {
    draft.offsets = takeCounts(cursor, 2);
    return draft.offsets?.length === 2 ? undefined : 'malformed';
  },
});

const takeTensor = (cursor: JsonCursor, name: string): Tensor | undefined => {
  const draft: TensorDraft = { dtype: undefined, shape: undefined, offsets: undefined };
  if (readObject(cursor, tensorMembers, draft) !== undefined) return undefined;
  const { dtype, shape, offsets } = draft;
  invariant(dtype !== undefined && shape !== undefined && offsets !== undefined, 'an object is read with all its members');
  const [begin = 0, end = 0] = offsets;
  const elements = elementsOf(shape);
  const bits = bitsByType.get(dtype);
  if (begin > end || elements === undefined) return undefined;
  if (bits !== undefined && elements * bits !== (end - begin) * 8) return undefined;
  return { name, dtype, shape, begin, sizeBytes: end - begin };
};

/** A millisecond or two. */
const bytesPerStep = 64 * KIB;
/** Writers put a few bytes, behind the last brace. */
const maxSpaceBytes = 64 * KIB;
/** A name in which each character is escaped. */
const maxNameBytes = 6 * maxTensorNameLength;

/** Says, when it is asked between two members, whether enough bytes were read since it last said so. */
const countSteps = (cursor: JsonCursor): (() => boolean) => {
  let begin = cursor.at;
  return () => {
    const isOver = cursor.at - begin >= bytesPerStep;
    if (isOver) begin = cursor.at;
    return isOver;
  };
};

/** Passes over an object of texts; whether it is one. */
function* passTexts(cursor: JsonCursor, isStepOver: () => boolean): Generator<undefined, boolean, undefined> {
  if (!take(cursor, '{')) return false;
  if (take(cursor, '}')) return true;
  do {
    if (!(yield* passJsonText(cursor, bytesPerStep)) || !take(cursor, ':')) return false;
    if (!(yield* passJsonText(cursor, bytesPerStep))) return false;
    if (isStepOver()) yield undefined;
  } while (take(cursor, ','));
  return take(cursor, '}');
}

/** Whether nothing but white space is left, of which files may have much to fill the room up to where their data are to begin. */
function* isBlankToTheEnd({ bytes, at: begin }: JsonCursor): Generator<undefined, boolean, undefined> {
  for (let at = begin; at < bytes.length; at += bytesPerStep) {
    if (!isAtEnd({ bytes: bytes.subarray(at, at + bytesPerStep), at: 0 })) return false;
    yield undefined;
  }
  return true;
}

/** Each byte of the data belongs to one tensor: no two overlap, and there is nothing between them or behind the last. */
const coverData = (tensors: readonly Tensor[], dataBytes: number): boolean => {
  let end = 0;
  for (const { begin, sizeBytes } of tensors) {
    if (begin !== end) return false;
    end += sizeBytes;
  }
  return end === dataBytes;
};

/**
 * Reads the JSON of a safetensors file of so many bytes, in short steps. What goes against the format is `malformed`: a name that comes twice, offsets that do
 * not follow from type and shape, tensors that overlap or leave something out, more white space between two tokens than any writer puts there.
 */
export function* readSafetensorsHeader(
  json: Uint8Array,
  fileBytes: number,
): Generator<undefined, Result<TensorFile, TensorFileProblem>, undefined> {
  const cursor: JsonCursor = { bytes: json, at: 0, maxSpaceBytes };
  const isStepOver = countSteps(cursor);
  const tensors: Tensor[] = [];
  const names = new Set<string>();
  const dataAt = lengthBytes + json.byteLength;
  if (!take(cursor, '{')) return err('malformed');
  if (!take(cursor, '}')) {
    do {
      const name = takeJsonText(cursor, maxNameBytes);
      if (name === undefined || names.has(name) || !take(cursor, ':')) return err('malformed');
      names.add(name);
      if (name === metadataName) {
        if (!(yield* passTexts(cursor, isStepOver))) return err('malformed');
        continue;
      }
      const tensor = name.length > maxTensorNameLength ? undefined : takeTensor(cursor, name);
      if (tensor === undefined) return err('malformed');
      if (tensors.length === maxTensors) return err('too_large');
      tensors.push(tensor);
      if (isStepOver()) yield undefined;
    } while (take(cursor, ','));
    if (!take(cursor, '}')) return err('malformed');
  }
  if (!(yield* isBlankToTheEnd(cursor))) return err('malformed');
  const inOrder = inFileOrder(tensors);
  return coverData(inOrder, fileBytes - dataAt) ? ok({ format: 'safetensors', dataAt, tensors: inOrder }) : err('malformed');
}
