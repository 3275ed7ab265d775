import { type ApiError, createClient, describeApiError } from '@svc/client';
import { isOid, portableHasher } from '@svc/core';
import { createChunker, portableCodec, type ProfileName, profiles } from '@svc/core/chunking';
import { verifyBytes } from '@svc/core/verify';
import type { ResultAsync } from 'neverthrow';

/*
 * What the packages are in a browser: the test bundles this file for one, and runs it in Node as well.
 */

/** Bytes that are the same everywhere, and repeat enough for the search of cuts to find some of all lengths. */
export const bytesOf = (seed: number, size: number): Uint8Array => {
  const bytes = new Uint8Array(size);
  let state = seed;
  for (let at = 0; at < size; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = at % 300_000 < 30_000 ? 0 : state;
  }
  return bytes;
};

/** Where a profile cuts, and what the chunks are called. */
export const cutAll = (profile: ProfileName, bytes: Uint8Array) => {
  const chunker = createChunker(profiles[profile]);
  const codec = portableCodec();
  const chunks = [...chunker.push(bytes), ...chunker.finish()];
  return chunks.map((chunk) => [chunk.byteLength, codec.blake3Hex(chunk)] as const);
};

export const sha256Of = (bytes: Uint8Array): string => {
  const hash = portableHasher.sha256();
  hash.update(bytes);
  return hash.digestHex();
};

const valueOf = <T>(call: ResultAsync<T, ApiError>): Promise<T> =>
  call.match(
    (value) => value,
    (error) => {
      throw new Error(describeApiError(error));
    },
  );

export interface RoundTrip {
  readonly baseUrl: string;
  readonly credential: string;
  readonly repositoryId: string;
}

/** Uploads bytes, downloads them again and holds them against their oid; how many have come back. */
export const bringThere = async ({ baseUrl, credential, repositoryId }: RoundTrip, bytes: Uint8Array): Promise<number> => {
  const { uploads, downloads } = createClient({ baseUrl, credential });
  const oid = sha256Of(bytes);
  if (!isOid(oid)) throw new Error('a SHA-256 in hex is an oid');
  const object = { oid, sizeBytes: bytes.byteLength };
  const session = await valueOf(uploads.open(repositoryId));
  for (const place of await valueOf(uploads.authorize(repositoryId, session, [object]))) {
    if (place.kind !== 'url') throw new Error(place.kind);
    await valueOf(uploads.put(place.uploadUrl, bytes));
  }
  await valueOf(uploads.complete(repositoryId, session, object));
  await valueOf(uploads.finalize(repositoryId, session));
  const [place] = await valueOf(downloads.authorize(repositoryId, [oid]));
  if (place?.kind !== 'url') throw new Error('the object is there');
  const { body } = await valueOf(downloads.open(place.downloadUrl, 0));
  return (await verifyBytes(body, oid)).match(
    () => bytes.byteLength,
    () => {
      throw new Error('what came back has another SHA-256');
    },
  );
};
