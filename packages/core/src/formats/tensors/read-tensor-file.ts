import { err, ok, type Result } from 'neverthrow';
import { KIB } from '../../model/values/index.js';
import { readGgufHeader, ggufMagic } from './gguf-header.js';
import { maxTensorHeaderBytes } from './limits.js';
import { lengthBytes, readSafetensorsHeader } from './safetensors-header.js';
import type { TensorFile, TensorFileProblem } from './tensor-file.js';

/** Gives the first bytes of a file, as many as are asked for, which are never more than it has. */
export type ReadFirst<E> = (sizeBytes: number) => Promise<Result<Uint8Array, E>>;

/** Enough for the headers of most files of safetensors. */
const firstReadBytes = 256 * KIB;
const readGrowth = 4;

const inSteps = async <T>(steps: Generator<undefined, T, undefined>, pause: () => Promise<void>): Promise<T> => {
  let step = steps.next();
  while (step.done !== true) {
    await pause();
    step = steps.next();
  }
  return step.value;
};

/** An empty object of safetensors; GGUF takes more. */
const minFileBytes = lengthBytes + 2;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const brace = 0x7b;

/** Whether bytes can be the beginning of a file of safetensors: a length, and JSON of that length inside the file. */
const isSafetensors = (first: Uint8Array, jsonBytes: bigint, fileBytes: number): boolean =>
  first[lengthBytes] === brace && jsonBytes <= BigInt(fileBytes - lengthBytes);

const readSafetensors = async <E>(
  readFirst: ReadFirst<E>,
  first: Uint8Array,
  fileBytes: number,
  pause: () => Promise<void>,
): Promise<Result<TensorFile, TensorFileProblem | E>> => {
  const jsonBytes = viewOf(first).getBigUint64(0, true);
  if (!isSafetensors(first, jsonBytes, fileBytes)) return err('unknown_format');
  if (jsonBytes > BigInt(maxTensorHeaderBytes)) return err('too_large');
  const headerBytes = lengthBytes + Number(jsonBytes);
  const header = first.byteLength >= headerBytes ? ok(first) : await readFirst(headerBytes);
  if (header.isErr()) return err(header.error);
  return inSteps(readSafetensorsHeader(header.value.subarray(lengthBytes, headerBytes), fileBytes), pause);
};

/** How long the header is nobody says before it ends. */
const readGguf = async <E>(
  readFirst: ReadFirst<E>,
  first: Uint8Array,
  fileBytes: number,
  pause: () => Promise<void>,
): Promise<Result<TensorFile, TensorFileProblem | E>> => {
  const read = await inSteps(readGgufHeader(first, fileBytes), pause);
  if (read.isOk()) return ok(read.value);
  if (read.error !== 'more') return err(read.error);
  if (first.byteLength >= maxTensorHeaderBytes) return err('too_large');
  const more = await readFirst(Math.min(first.byteLength * readGrowth, maxTensorHeaderBytes, fileBytes));
  return more.isErr() ? err(more.error) : readGguf(readFirst, more.value, fileBytes, pause);
};

/**
 * Reads the header of a file of so many bytes, and no byte of its tensors that does not lie next to it. `pause` is called after every few milliseconds of
 * work. What keeps `readFirst` from reading is passed on.
 */
export const readTensorFile = async <E = never>(
  readFirst: ReadFirst<E>,
  fileBytes: number,
  pause: () => Promise<void>,
): Promise<Result<TensorFile, TensorFileProblem | E>> => {
  if (fileBytes < minFileBytes) return err('unknown_format');
  const first = await readFirst(Math.min(firstReadBytes, fileBytes));
  if (first.isErr()) return err(first.error);
  return viewOf(first.value).getUint32(0, true) === ggufMagic
    ? readGguf(readFirst, first.value, fileBytes, pause)
    : readSafetensors(readFirst, first.value, fileBytes, pause);
};
