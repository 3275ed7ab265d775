import type { ResultAsync } from 'neverthrow';
import type { BodyIncomplete, Unavailable } from '../model/app-error.js';
import type { PartLimits } from '../model/uploads/part-plan.js';
import type { Instant, ObjectKey, Oid, StorageNamespace } from '../model/values/index.js';

/** Facts about a store; the conformance suite holds it to exactly these. */
export interface BlobStoreTraits {
  /** `own`: the service itself serves the signed URLs, through `write` and `read`. `external`: the store does. */
  readonly signedUrls: 'own' | 'external';
  /** Whether a signed upload's checksum header is enforced by the store. */
  readonly checksumEnforced: boolean;
}

/** No blob lies at the key. */
export interface BlobMissing {
  readonly kind: 'blob_missing';
}

/** The blob, or the body, has another length than was promised. */
export interface BlobSizeMismatch {
  readonly kind: 'blob_size_mismatch';
  readonly actualBytes: number;
}

/** The blob's bytes do not hash to the oid. */
export interface BlobChecksumMismatch {
  readonly kind: 'blob_checksum_mismatch';
  /** Of the blob that was read, as `BlobFacts` has it. */
  readonly version?: string | undefined;
}

/** The span that was asked for does not lie inside the blob, which may be another one than its reader has seen before. */
export interface SpanOutside {
  readonly kind: 'span_outside';
  /** Of the blob that lies at the key now. */
  readonly sizeBytes: number;
}

/** First and last byte, both included. */
export interface ByteSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * An open blob. `sizeBytes` is the whole blob's, also when a span of it was asked for. `body` may be consumed once, its chunks may be kept;
 * leaving it early, or before its first chunk, releases what it holds. A read fault throws out of `body`: `BlobUnreadable` where the store cannot be read
 * now, as where a `read` would have been `unavailable`.
 * Either `body` is used or `fill`, where the store has one.
 */
export interface BlobReading {
  readonly sizeBytes: number;
  readonly body: AsyncIterable<Uint8Array>;
  /** Puts what was asked for into memory of exactly its length, which threads may share, and releases what the reading holds; throws a read fault. */
  readonly fill?: (target: Uint8Array) => Promise<void>;
}

/** A blob that stays open for many reads. It is read as it was when it was opened, whatever is done to its key. */
export interface OpenBlob {
  readonly sizeBytes: number;
  /**
   * Puts the bytes from `begin` on into memory of exactly their length, which threads may share; they lie inside the blob. Throws a read fault. Several may
   * run at the same time.
   */
  fill(begin: number, target: Uint8Array): Promise<void>;
  /** Releases what the blob holds, when no `fill` is under way any more. */
  close(): Promise<void>;
}

export interface BlobFacts {
  readonly sizeBytes: number;
  /**
   * Tells the blob from others that lie at its key before and after it, unless they have the same bytes: the same text from each call as long as it is not
   * replaced. Undefined where the store has no such text, or none yet.
   */
  readonly version?: string | undefined;
}

export interface BlobEntry extends BlobFacts {
  readonly key: ObjectKey;
}

/** A URL that is its own credential, and the header fields its user must send with it. */
export interface SignedRequest {
  readonly href: string;
  readonly header: Readonly<Record<string, string>>;
}

export interface SignedUploadTarget {
  readonly key: ObjectKey;
  /** The only length that the URL accepts. */
  readonly sizeBytes: number;
  /** What the bytes should hash to. */
  readonly oid: Oid;
  /** Whether the user of the URL sends `header` with it; then a store that enforces checksums puts the oid into it. Without it `header` is empty. */
  readonly canSendHeaders?: boolean;
  readonly expiresAt: Instant;
}

export interface SignedDownloadTarget {
  readonly key: ObjectKey;
  /** What a browser calls the bytes that it keeps; it makes a name of the URL when absent. */
  readonly fileName?: string | undefined;
  readonly expiresAt: Instant;
}

/** One part of an upload that comes in parts. */
export interface SignedPartTarget {
  readonly key: ObjectKey;
  /** What `begin` has answered. */
  readonly uploadId: string;
  /** Counted from 1. */
  readonly partNumber: number;
  /** The only length that the URL accepts. */
  readonly sizeBytes: number;
  readonly expiresAt: Instant;
}

/** Signs without I/O, hundreds at a time. */
export interface UrlSigner {
  /** The largest upload that one signed URL can take, in bytes; undefined where there is no bound. */
  readonly maxSinglePutBytes: number | undefined;
  upload(target: SignedUploadTarget): SignedRequest;
  download(target: SignedDownloadTarget): SignedRequest;
  /** Only where the store has `parts`. */
  part?(target: SignedPartTarget): SignedRequest;
}

export interface StoredPart {
  readonly partNumber: number;
  readonly sizeBytes: number;
}

/**
 * Multipart uploads, for what is above `maxSinglePutBytes`. Parts may be sent in any order, at the same time and again; all of them are as long as the first
 * but the last, which may be shorter. Nothing lies at the key before `complete`.
 */
export interface MultipartUploads extends PartLimits {
  /** The answer names this upload to the store and is no secret. */
  begin(key: ObjectKey): ResultAsync<string, Unavailable>;
  /** Those that have arrived whole, in order. `blob_missing`: the store knows of no such upload, perhaps because it is finished. */
  list(key: ObjectKey, uploadId: string): ResultAsync<readonly StoredPart[], BlobMissing | Unavailable>;
  /** Puts the parts together at the key when their lengths make up `sizeBytes`. Parts that are lacking are a `blob_size_mismatch`; again after success: `blob_missing`. */
  complete(key: ObjectKey, uploadId: string, sizeBytes: number): ResultAsync<void, BlobMissing | BlobSizeMismatch | Unavailable>;
  /** Gives up what has been sent; nothing there is Ok. */
  abort(key: ObjectKey, uploadId: string): ResultAsync<void, Unavailable>;
}

/**
 * Keeps blobs under keys. A blob appears under its key whole or not at all, and is durable when the call that wrote it has answered:
 * a crash at any moment leaves the old blob or the new one, never a part. All methods may run at the same time, also on one key.
 * Keys are compared character by character.
 */
export interface BlobStore {
  readonly traits: BlobStoreTraits;
  /** Whether the store can be used now. */
  check(): ResultAsync<void, Unavailable>;
  head(key: ObjectKey): ResultAsync<BlobFacts, BlobMissing | Unavailable>;
  /**
   * Opens the blob, or the span of it. A blob may be replaced by a shorter one at any time, so a span that ends behind the end of the blob is an answer;
   * one that begins before the blob, or ends before it begins, is the caller's bug and throws.
   */
  read(key: ObjectKey, span?: ByteSpan): ResultAsync<BlobReading, BlobMissing | SpanOutside | Unavailable>;
  /** Opens the blob for many reads, where the store has something to keep open; undefined where each of them is a `read`. */
  open?(key: ObjectKey): ResultAsync<OpenBlob | undefined, BlobMissing | Unavailable>;
  /**
   * Stores the body, in place of what was there. A body of another length than `sizeBytes` is refused as soon as that is known,
   * one that throws is `body_incomplete`, and one of anything but `Uint8Array` rejects with a `TypeError`; all leave nothing behind. Chunks are used after the next ones were asked for, until the answer.
   */
  write(
    key: ObjectKey,
    body: AsyncIterable<Uint8Array>,
    sizeBytes: number,
  ): ResultAsync<void, BlobSizeMismatch | BodyIncomplete | Unavailable>;
  /**
   * Moves verified bytes: exactly the bytes whose length and SHA-256 were found right are at `to` afterwards, whatever happens to `from` meanwhile.
   * `to` is written at most once, unless it is removed; when it is there already with that size, the answer is Ok and `from` is not read.
   * A blob of another size at `to` is a mismatch, too, whose size `actualBytes` tells.
   * On success `from` is gone. On a mismatch `from` stays and `to` is untouched.
   * With `replaces` what lies at `to` is damaged, or may be: the verified bytes take its place at once, whatever its size, so that who reads finds the one or the
   * other; `from` is read in any case.
   * A store may keep block names beside what it promotes, at `blockNamesKey(to)`, written before the answer; where they are lost, nothing else is. They go with
   * the blob when it is removed, and are listed only where it is not there.
   */
  promote(
    from: ObjectKey,
    to: ObjectKey,
    expected: { readonly sizeBytes: number; readonly oid: Oid; readonly replaces?: boolean },
  ): ResultAsync<void, BlobMissing | BlobSizeMismatch | BlobChecksumMismatch | Unavailable>;
  /** Removes the blob for good, whatever crash comes after the answer; nothing there is Ok. What is being read stays readable, and the key can be written and promoted to anew. */
  remove(key: ObjectKey): ResultAsync<void, Unavailable>;
  /** Removes every blob whose key begins with `prefix/`, for good; nothing there is Ok. */
  deletePrefix(prefix: ObjectKey): ResultAsync<void, Unavailable>;
  /** The blobs whose keys begin with `prefix/`, in no order. What throws out of it where the store does not answer has the outage as its `fault`, as `BlobUnreadable` has. */
  list(prefix: ObjectKey): AsyncIterable<BlobEntry>;
  /** For keys below the namespace. */
  signer(namespace: StorageNamespace): ResultAsync<UrlSigner, Unavailable>;
  /** Where the store that holds the namespace can take multipart uploads. */
  parts?(namespace: StorageNamespace): ResultAsync<MultipartUploads | undefined, Unavailable>;
}
