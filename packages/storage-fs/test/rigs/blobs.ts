import { createHash } from 'node:crypto';
import type { Oid } from '@svc/core';
import { trusted, type ObjectKey } from '@svc/core/model';
import type { BlobReading, BlobStore } from '@svc/core/ports';
import type { Result } from 'neverthrow';

export const key = (text: string): ObjectKey => trusted<ObjectKey>(text);

export const oidOf = (bytes: Uint8Array): Oid => trusted<Oid>(createHash('sha256').update(bytes).digest('hex'));

export async function* bodyOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

export const valueOf = <T, E>(result: Result<T, E>): T => {
  if (result.isErr()) throw new Error(`expected Ok, got ${JSON.stringify(result.error)}`);
  return result.value;
};

export const errorOf = <T, E>(result: Result<T, E>): E => {
  if (result.isOk()) throw new Error('expected Err, got Ok');
  return result.error;
};

export const consume = async ({ body }: Pick<BlobReading, 'body'>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** The bytes at the key, or undefined when nothing is there. */
export const bytesAt = async (store: BlobStore, at: ObjectKey): Promise<Buffer | undefined> => {
  const reading = await store.read(at);
  return reading.isOk() ? consume(reading.value) : undefined;
};

/** What an action throws; fails when it throws nothing. */
export const thrownBy = async (act: () => Promise<unknown>): Promise<unknown> => {
  try {
    await act();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('expected a throw');
};
