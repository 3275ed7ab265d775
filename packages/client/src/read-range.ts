import { err, ok, type Result } from 'neverthrow';
import { type ApiError, malformedAnswer } from './api-error.js';
import type { ByteRange } from './byte-parts.js';
import { type NewMemory, readBytes, refuse } from './read-body.js';
import type { TransportAnswer } from './transport.js';

export interface WantedBytes {
  readonly range?: ByteRange | undefined;
  readonly maxBytes: number;
  readonly newMemory?: NewMemory | undefined;
}

/** As a request asks for them. */
export const rangeHeader = (ranges: readonly ByteRange[]): string =>
  `bytes=${ranges.map(({ begin, end }) => `${begin}-${end - 1}`).join(',')}`;

/** The bytes of an answer: exactly the range that was asked for, where one was. */
export const readRange = async (
  answer: TransportAnswer,
  { range, maxBytes, newMemory }: WantedBytes,
): Promise<Result<Uint8Array, ApiError>> => {
  if (range !== undefined && answer.header('content-range')?.startsWith(`bytes ${range.begin}-${range.end - 1}/`) !== true) {
    return refuse(answer, 'Content-Range');
  }
  const bytes = await readBytes(answer, maxBytes, newMemory);
  if (bytes.isErr()) return err(bytes.error);
  if (range !== undefined && bytes.value.byteLength !== range.end - range.begin) return err(malformedAnswer('length'));
  return ok(bytes.value);
};
