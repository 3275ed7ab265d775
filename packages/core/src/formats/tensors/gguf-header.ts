import { err, ok, type Result } from 'neverthrow';
import { KIB, MIB } from '../../model/values/index.js';
import { ggmlTypes } from './ggml-types.js';
import { GgufCursor, GgufStop } from './gguf-cursor.js';
import { maxTensorDimensions, maxTensorNameLength, maxTensors } from './limits.js';
import { elementsOf, inFileOrder, type Tensor, type TensorFile, type TensorFileProblem } from './tensor-file.js';

/** `GGUF`, read as a little-endian number. */
export const ggufMagic = 0x46554747;
const ggufVersions: ReadonlySet<number> = new Set([2, 3]);

/** By the number of a type of metadata, how many bytes a value takes. */
const scalarBytes: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 4],
  [5, 4],
  [6, 4],
  [7, 1],
  [10, 8],
  [11, 8],
  [12, 8],
]);
const u32Type = 4;
const textType = 8;
const arrayType = 9;
/** Of arrays in arrays; real files have none in another. */
const maxArrayDepth = 4;
const maxKeyBytes = 64 * KIB;

const alignmentKey = 'general.alignment';
const defaultAlignment = 32;
const maxAlignment = 1 * MIB;

/** Values that are passed over in a few milliseconds. */
const valuesPerStep = 16_384;
/** What takes as long as a value is passed over: so many bytes of a key, and a tensor that of so many values. */
const keyBytesPerValue = 16;
const valuesPerTensor = 32;

/** Counts values of all arrays together, whichever lies in which; says when they were enough for a step. */
type CountStep = (values: number) => boolean;

const countSteps = (): CountStep => {
  let counted = 0;
  return (values) => {
    counted += values;
    const isOver = counted >= valuesPerStep;
    if (isOver) counted = 0;
    return isOver;
  };
};

function* passArray(cursor: GgufCursor, isStepOver: CountStep, depth: number): Generator<undefined, void, undefined> {
  if (depth === maxArrayDepth) cursor.stop('malformed');
  const type = cursor.u32();
  const count = cursor.u64();
  const bytesEach = scalarBytes.get(type);
  if (bytesEach !== undefined) {
    cursor.pass(count * bytesEach);
    return;
  }
  if (type !== textType && type !== arrayType) cursor.stop('malformed');
  cursor.demand(count, type === textType ? 8 : 12);
  for (let left = count; left > 0; left -= 1) {
    if (type === textType) cursor.passText();
    else yield* passArray(cursor, isStepOver, depth + 1);
    if (isStepOver(1)) yield undefined;
  }
}

function* passValue(cursor: GgufCursor, isStepOver: CountStep, type: number): Generator<undefined, void, undefined> {
  const bytes = scalarBytes.get(type);
  if (bytes !== undefined) cursor.pass(bytes);
  else if (type === textType) cursor.passText();
  else if (type === arrayType) yield* passArray(cursor, isStepOver, 0);
  else cursor.stop('malformed');
}

/** Passes over the metadata; gives what tensors are aligned to. */
function* readAlignment(cursor: GgufCursor, isStepOver: CountStep, count: number): Generator<undefined, number, undefined> {
  // An empty key, a type and a value of a byte.
  cursor.demand(count, 13);
  let alignment: number | undefined;
  for (let left = count; left > 0; left -= 1) {
    const key = cursor.text(maxKeyBytes);
    const type = cursor.u32();
    if (key === alignmentKey) {
      if (type !== u32Type || alignment !== undefined) cursor.stop('malformed');
      alignment = cursor.u32();
      const isPowerOfTwo = alignment > 0 && (alignment & (alignment - 1)) === 0;
      if (!isPowerOfTwo || alignment > maxAlignment) cursor.stop('malformed');
    } else yield* passValue(cursor, isStepOver, type);
    if (isStepOver(1 + key.length / keyBytesPerValue)) yield undefined;
  }
  return alignment ?? defaultAlignment;
}

/** A tensor whose size follows from type and shape, or from where the next one begins. */
type PlacedTensor = Omit<Tensor, 'sizeBytes'> & { readonly sizeBytes: number | undefined };

const readTensor = (cursor: GgufCursor, alignment: number): PlacedTensor => {
  const name = cursor.text(maxTensorNameLength);
  const dimensions = cursor.u32();
  if (dimensions > maxTensorDimensions) cursor.stop('malformed');
  const shape = Array.from({ length: dimensions }, () => cursor.u64());
  const number = cursor.u32();
  const begin = cursor.u64();
  const elements = elementsOf(shape);
  if (elements === undefined || begin % alignment !== 0) return cursor.stop('malformed');
  const type = ggmlTypes.get(number);
  if (type === undefined) return { name, dtype: `type_${number}`, shape, begin, sizeBytes: undefined };
  const { blockElements, blockBytes } = type;
  // A row is made of whole blocks.
  if ((shape[0] ?? 1) % blockElements !== 0 && elements > 0) cursor.stop('malformed');
  return { name, dtype: type.name, shape, begin, sizeBytes: (elements / blockElements) * blockBytes };
};

/** The tensors with their sizes, in order; undefined where they overlap or do not lie inside the data. */
const settle = (placed: readonly PlacedTensor[], dataBytes: number): readonly Tensor[] | undefined => {
  const inOrder = inFileOrder(placed.map((tensor) => ({ ...tensor, sizeBytes: tensor.sizeBytes ?? Infinity })));
  const tensors = inOrder.map((tensor, at): Tensor => {
    const next = inOrder[at + 1]?.begin ?? dataBytes;
    return tensor.sizeBytes === Infinity ? { ...tensor, sizeBytes: next - tensor.begin } : tensor;
  });
  let end = 0;
  for (const { begin, sizeBytes } of tensors) {
    if (begin < end || sizeBytes < 0) return undefined;
    end = begin + sizeBytes;
  }
  return end <= dataBytes ? tensors : undefined;
};

function* readAll(cursor: GgufCursor, fileBytes: number): Generator<undefined, TensorFile, undefined> {
  if (cursor.u32() !== ggufMagic || !ggufVersions.has(cursor.u32())) cursor.stop('unknown_format');
  const tensorCount = cursor.u64();
  const metadataCount = cursor.u64();
  if (tensorCount > maxTensors) cursor.stop('too_large');
  const isStepOver = countSteps();
  const alignment = yield* readAlignment(cursor, isStepOver, metadataCount);
  const placed: PlacedTensor[] = [];
  const names = new Set<string>();
  while (placed.length < tensorCount) {
    const tensor = readTensor(cursor, alignment);
    if (names.has(tensor.name)) cursor.stop('malformed');
    names.add(tensor.name);
    placed.push(tensor);
    if (isStepOver(valuesPerTensor)) yield undefined;
  }
  const dataAt = Math.ceil(cursor.at / alignment) * alignment;
  // A file that has nothing but metadata may end before the data would begin.
  const tensors = settle(placed, Math.max(0, fileBytes - dataAt));
  return tensors === undefined ? cursor.stop('malformed') : { format: 'gguf', dataAt, tensors };
}

/**
 * Reads the header of a GGUF file of so many bytes out of its first ones, in short steps. `more`: the header goes on behind them. What goes against the format
 * is `malformed`: a name that comes twice, tensors that overlap or do not lie inside the file, lengths beyond the end of it.
 */
export function* readGgufHeader(
  first: Uint8Array,
  fileBytes: number,
): Generator<undefined, Result<TensorFile, TensorFileProblem | 'more'>, undefined> {
  try {
    return ok(yield* readAll(new GgufCursor(first, fileBytes), fileBytes));
  } catch (stop) {
    if (stop instanceof GgufStop) return err(stop.reason);
    throw stop;
  }
}
