import { err, ok, type Result } from 'neverthrow';
import { type ApiError, malformedAnswer } from './api-error.js';
import type { TransportAnswer } from './transport.js';

/** All bytes of a body, unless there are more than are expected. */
export const readBytes = async ({ body, header }: TransportAnswer, maxBytes: number): Promise<Result<Uint8Array, ApiError>> => {
  const announced = Number(header('content-length') ?? '0');
  if (announced > maxBytes) return err(malformedAnswer(`length: ${announced} bytes where ${maxBytes} are the most`));
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.byteLength;
    if (length > maxBytes) return err(malformedAnswer(`length: more than ${maxBytes} bytes`));
    pieces.push(piece);
  }
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return ok(only);
  const whole = new Uint8Array(length);
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.byteLength;
  }
  return ok(whole);
};

const maxJsonBytes = 16 * 1024 * 1024;

export const readJson = async (answer: TransportAnswer): Promise<Result<unknown, ApiError>> => {
  const bytes = await readBytes(answer, maxJsonBytes);
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
