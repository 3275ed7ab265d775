import { createHash } from 'node:crypto';
import type { Oid } from '@svc/core';
import { trusted, type ObjectKey } from '@svc/core/model';
import type { BlobReading, BlobStore } from '@svc/core/ports';
import { expect } from 'chai';
import type { Result } from 'neverthrow';

export const key = (text: string): ObjectKey => trusted<ObjectKey>(text);

/** `sizeBytes` bytes that look random; another seed gives others. */
export const sampleBytes = (sizeBytes: number, seed = 1): Uint8Array => {
  const words = new Uint32Array(Math.ceil(sizeBytes / 4));
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  for (let index = 0; index < words.length; index += 1) {
    // Marsaglia's xorshift32.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[index] = state;
  }
  return new Uint8Array(words.buffer, 0, sizeBytes);
};

/** As long, and different in the last byte or, when there is none, not at all. */
export const withOtherEnd = (bytes: Uint8Array): Uint8Array => {
  const other = Uint8Array.from(bytes);
  const [last] = other.subarray(-1);
  if (last !== undefined) other[other.length - 1] = last ^ 1;
  return other;
};

export const oidOf = (bytes: Uint8Array): Oid => trusted<Oid>(createHash('sha256').update(bytes).digest('hex'));

const chunkBytes = 64 * 1024;

/** The bytes as a body that comes in chunks of a network's size. */
export async function* bodyOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** A body that breaks after it has delivered `bytes`. */
export async function* brokenBodyOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* bodyOf(bytes);
  throw new Error('the connection broke');
}

export const expectOk = <T, E>(result: Result<T, E>): T => {
  if (result.isErr()) throw new Error(`expected Ok, got ${JSON.stringify(result.error)}`);
  return result.value;
};

export const expectErr = <T, E>(result: Result<T, E>): E => {
  if (result.isOk()) throw new Error('expected Err, got Ok');
  return result.error;
};

export const expectMissing = async (store: BlobStore, at: ObjectKey): Promise<void> => {
  expect(expectErr(await store.head(at))).to.deep.equal({ kind: 'blob_missing' });
};

export const write = async (store: BlobStore, at: ObjectKey, bytes: Uint8Array): Promise<void> =>
  expectOk(await store.write(at, bodyOf(bytes), bytes.byteLength));

export const consume = async ({ body }: BlobReading): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
};

export const expectBytes = async (store: BlobStore, at: ObjectKey, expected: Uint8Array): Promise<void> => {
  expect(expectOk(await store.head(at)).sizeBytes, 'the size that head answers').to.equal(expected.byteLength);
  const reading = expectOk(await store.read(at));
  expect(reading.sizeBytes, 'the size that read answers').to.equal(expected.byteLength);
  expectSameBytes(await consume(reading), expected);
};

/** Says where two byte strings part, instead of printing them. */
export const expectSameBytes = (actual: Uint8Array, expected: Uint8Array): void => {
  expect(actual.byteLength, 'length').to.equal(expected.byteLength);
  if (Buffer.compare(actual, expected) === 0) return;
  const difference = actual.findIndex((byte, index) => byte !== expected[index]);
  expect(difference, 'index of the first byte that differs').to.equal(-1);
};

/** All keys and sizes below the prefix, sorted by key. */
export const listed = async (store: BlobStore, prefix: ObjectKey): Promise<readonly (readonly [string, number])[]> => {
  const entries: (readonly [string, number])[] = [];
  for await (const entry of store.list(prefix)) entries.push([entry.key, entry.sizeBytes]);
  return entries.sort(([left], [right]) => (left < right ? -1 : 1));
};

/** Lets everything that is ready run, `turns` times. */
export const yieldTicks = async (turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
