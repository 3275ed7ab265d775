import { err, ok, type Result } from 'neverthrow';
import { type ApiError, malformedAnswer } from './api-error.js';
import { copyTo } from './copy-to.js';
import type { TransportAnswer } from './transport.js';

/** Where a body of a known length goes. */
export type NewMemory = (sizeBytes: number) => Uint8Array;

const ownMemory: NewMemory = (sizeBytes) => new Uint8Array(sizeBytes);

/** All bytes of a body, unless there are more than are expected. */
export const readBytes = async (
  answer: TransportAnswer,
  maxBytes: number,
  newMemory: NewMemory = ownMemory,
): Promise<Result<Uint8Array, ApiError>> => {
  const { body, header } = answer;
  // What was compressed on the way declares the length that it had there.
  const length = header('content-encoding') === undefined ? header('content-length') : undefined;
  const declared = /^\d{1,15}$/.exec(length ?? '')?.[0];
  if (declared !== undefined && Number(declared) > maxBytes) return refuse(answer, `length: more than ${maxBytes} bytes`);
  return declared === undefined ? readUnknown(body, maxBytes) : readKnown(answer, newMemory(Number(declared)));
};

const tooLong = 'length: more than was declared';

const readKnown = async ({ body, readInto }: TransportAnswer, whole: Uint8Array): Promise<Result<Uint8Array, ApiError>> => {
  if (readInto !== undefined) {
    const length = await readInto(whole);
    return length > whole.byteLength ? err(malformedAnswer(tooLong)) : ok(whole.subarray(0, length));
  }
  const copy = copyTo(whole);
  let end = 0;
  for await (const piece of body) {
    if (end + piece.byteLength > whole.byteLength) return err(malformedAnswer(tooLong));
    copy(piece, end);
    end += piece.byteLength;
  }
  return ok(whole.subarray(0, end));
};

const readUnknown = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Result<Uint8Array, ApiError>> => {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.byteLength;
    if (length > maxBytes) return err(malformedAnswer(`length: more than ${maxBytes} bytes`));
    pieces.push(piece);
  }
  const whole = new Uint8Array(length);
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.byteLength;
  }
  return ok(whole);
};

export const maxJsonBytes = 16 * 1024 * 1024;

export const readJson = async (answer: TransportAnswer, maxBytes = maxJsonBytes): Promise<Result<unknown, ApiError>> => {
  const bytes = await readBytes(answer, maxBytes);
  if (bytes.isErr()) return err(bytes.error);
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes.value));
    return ok(json);
  } catch (fault) {
    if (fault instanceof SyntaxError) return err(malformedAnswer('JSON'));
    throw fault;
  }
};

/** Reads what is left of a body that nobody needs, so that its connection can be used again. */
export const dismiss = async ({ body }: TransportAnswer): Promise<void> => {
  const worthReadingBytes = 64 * 1024;
  let length = 0;
  for await (const piece of body) {
    length += piece.byteLength;
    if (length > worthReadingBytes) break;
  }
};

/** The error of an answer that is refused by its headers. Its body is let go of, for it would keep the connection for ever. */
export const refuse = async (answer: TransportAnswer, what: string): Promise<Result<never, ApiError>> => {
  await dismiss(answer);
  return err(malformedAnswer(what));
};
