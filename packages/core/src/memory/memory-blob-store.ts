import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { receiveBody } from '../blob-store/receive-body.js';
import { type BlockHasher, createBlockNamer, hasBlockNames, type NamedObject } from '../formats/block-names/block-names.js';
import { portableHasher } from '../formats/hashing/portable-hasher.js';
import { type BodyIncomplete, invariant } from '../model/app-error.js';
import { blobOfBlockNames, blockNamesKey, KIB, type ObjectKey } from '../model/values/index.js';
import type {
  BlobEntry,
  BlobFacts,
  BlobMissing,
  BlobReading,
  BlobSizeMismatch,
  BlobStore,
  ByteSpan,
  Hasher,
  LinkKey,
  SignedPartTarget,
  SignedRequest,
  SpanOutside,
} from '../ports/index.js';
import { createUrlSigner, type OwnUrlSigner } from '../signed-urls/signed-url.js';
import { createMemoryParts, type MemoryPartsOptions, partKey } from './memory-parts.js';

export interface MemoryBlobStoreOptions {
  /** What signed URLs begin with, without a trailing slash. */
  readonly baseUrl: string;
  /** The first one signs; at least one. */
  readonly linkKeys: readonly LinkKey[];
  /** The portable one when absent. */
  readonly hasher?: Hasher | undefined;
  /** With it, block names are kept beside promoted blobs. */
  readonly blockHasher?: BlockHasher | undefined;
  /** With it one signed URL takes so many bytes at most, and what is larger comes in parts. Without it a URL takes anything. */
  readonly maxSinglePutBytes?: number | undefined;
  /** Of parts: from 1 byte to `maxSinglePutBytes` long, and 10,000 of them at most, unless it says otherwise. */
  readonly parts?: Partial<MemoryPartsOptions> | undefined;
}

const readChunkBytes = 64 * KIB;
const usualMaxParts = 10_000;

/** What lets a store take in parts what is larger than one signed URL takes. */
const partsOf = (
  blobs: Map<ObjectKey, Uint8Array>,
  signer: OwnUrlSigner,
  { maxSinglePutBytes, parts }: MemoryBlobStoreOptions,
): Pick<BlobStore, 'signer' | 'parts'> => {
  if (maxSinglePutBytes === undefined) return { signer: () => okAsync(signer) };
  const limits = { minPartBytes: 1, maxPartBytes: maxSinglePutBytes, maxParts: usualMaxParts, ...parts };
  const uploads = createMemoryParts(blobs, limits);
  const part = (target: SignedPartTarget): SignedRequest => signer.upload({ ...target, key: partKey(target) });
  return { signer: () => okAsync({ ...signer, maxSinglePutBytes, part }), parts: () => okAsync(uploads) };
};

/** A blob store that lives as long as the process, for tests and for trying things out. */
export const createMemoryBlobStore = (options: MemoryBlobStoreOptions): BlobStore => {
  const { baseUrl, linkKeys, hasher = portableHasher, blockHasher } = options;
  const blobs = new Map<ObjectKey, Uint8Array>();
  const factsOf = createFactsOf();
  const signer = createUrlSigner({ baseUrl, linkKeys, hasher });

  const write = async (
    key: ObjectKey,
    body: AsyncIterable<Uint8Array>,
    sizeBytes: number,
  ): Promise<Result<void, BlobSizeMismatch | BodyIncomplete>> => {
    const chunks: Uint8Array[] = [];
    const received = await receiveBody(body, sizeBytes, (chunk) => {
      chunks.push(chunk.slice());
      return undefined;
    });
    if (received.isErr()) return err(received.error);
    blobs.set(key, joined(chunks, sizeBytes));
    return ok();
  };

  const read = async (key: ObjectKey, span: ByteSpan | undefined): Promise<Result<BlobReading, BlobMissing | SpanOutside>> => {
    invariant(span === undefined || (span.first >= 0 && span.first <= span.last), 'a span has a first and a last byte');
    const blob = blobs.get(key);
    if (blob === undefined) return err({ kind: 'blob_missing' });
    const sizeBytes = blob.byteLength;
    const { first, last } = span ?? { first: 0, last: sizeBytes - 1 };
    if (last >= sizeBytes) return err({ kind: 'span_outside', sizeBytes });
    return ok({ sizeBytes, body: pieces(blob, first, last + 1) });
  };

  const keepNames = (to: ObjectKey, blob: Uint8Array, object: NamedObject): void => {
    const key = blockNamesKey(to);
    if (blockHasher === undefined || key === undefined || !hasBlockNames(object)) return;
    const groups: Uint8Array[] = [];
    const namer = createBlockNamer(blockHasher, object, (group) => groups.push(group));
    namer.update(blob);
    namer.end();
    blobs.set(
      key,
      joined(
        groups,
        groups.reduce((sum, { byteLength }) => sum + byteLength, 0),
      ),
    );
  };

  return {
    traits: { signedUrls: 'own', checksumEnforced: false },
    check: () => okAsync(),
    head: (key) => {
      const blob = blobs.get(key);
      return blob === undefined ? errAsync({ kind: 'blob_missing' }) : okAsync(factsOf(blob));
    },
    read: (key, span) => new ResultAsync(read(key, span)),
    write: (key, body, sizeBytes) => new ResultAsync(write(key, body, sizeBytes)),
    promote: (from, to, expected) => {
      const present = blobs.get(to);
      if (present === undefined || expected.replaces === true) {
        const blob = blobs.get(from);
        if (blob === undefined) return errAsync({ kind: 'blob_missing' });
        if (blob.byteLength !== expected.sizeBytes) {
          return errAsync({ kind: 'blob_size_mismatch', actualBytes: blob.byteLength });
        }
        const hash = hasher.sha256();
        hash.update(blob);
        if (hash.digestHex() !== expected.oid)
          return errAsync({ kind: 'blob_checksum_mismatch', version: factsOf(blob).version });
        blobs.set(to, blob);
        keepNames(to, blob, expected);
      } else if (present.byteLength !== expected.sizeBytes) {
        return errAsync({ kind: 'blob_size_mismatch', actualBytes: present.byteLength });
      }
      blobs.delete(from);
      return okAsync();
    },
    remove: (key) => {
      const names = blockNamesKey(key);
      if (names !== undefined) blobs.delete(names);
      blobs.delete(key);
      return okAsync();
    },
    deletePrefix: (prefix) => {
      for (const key of [...blobs.keys()]) {
        if (key.startsWith(`${prefix}/`)) blobs.delete(key);
      }
      return okAsync();
    },
    list: (prefix) => entries(blobs, prefix, factsOf),
    ...partsOf(blobs, signer, options),
  };
};

/** Each array is written once, so what it is called is its version. */
const createFactsOf = (): ((blob: Uint8Array) => BlobFacts) => {
  const versions = new WeakMap<Uint8Array, string>();
  let last = 0;
  return (blob) => {
    const version = versions.get(blob) ?? String((last += 1));
    versions.set(blob, version);
    return { sizeBytes: blob.byteLength, version };
  };
};

const joined = (chunks: readonly Uint8Array[], sizeBytes: number): Uint8Array => {
  const blob = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const chunk of chunks) {
    blob.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return blob;
};

async function* pieces(blob: Uint8Array, begin: number, end: number): AsyncIterable<Uint8Array> {
  for (let at = begin; at < end; at += readChunkBytes) yield blob.slice(at, Math.min(at + readChunkBytes, end));
}

async function* entries(
  blobs: ReadonlyMap<ObjectKey, Uint8Array>,
  prefix: ObjectKey,
  factsOf: (blob: Uint8Array) => BlobFacts,
): AsyncIterable<BlobEntry> {
  for (const [key, blob] of [...blobs]) {
    const named = blobOfBlockNames(key);
    const areNames = named !== undefined && blobs.has(named);
    if (key.startsWith(`${prefix}/`) && !areNames) yield { key, ...factsOf(blob) };
  }
}
