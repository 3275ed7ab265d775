import { createHash, randomUUID } from 'node:crypto';
import type { BlockHasher, Oid } from '@svc/core';
import { blockNamesKey, GIB, MIB, type ObjectKey } from '@svc/core/model';
import type { BlobChecksumMismatch, BlobMissing, BlobSizeMismatch } from '@svc/core/ports';
import { err, ok, type Result } from 'neverthrow';
import { createBlockNamesObject } from './block-names-object.js';
import { createBudget, type Budget } from './budget.js';
import type { Bucket, PrivateKey, Writing } from './bucket.js';
import { type Copied, type Copy, copyObject } from './copy-object.js';
import { deleteObject } from './delete-objects.js';
import { createSerialQueue } from './serial-queue.js';
import { orFault } from './object-body.js';
import { factsOf, leave, openWhole, sureFactsOf, type ObjectFacts, versionOf } from './open-object.js';
import type { S3Capabilities } from './probe-capabilities.js';
import { nonsense, S3Fault } from './s3-fault.js';
import { putObject } from './write-object.js';

export interface Expected {
  readonly sizeBytes: number;
  readonly oid: Oid;
  /** Whether what lies at the destination is damaged. */
  readonly replaces?: boolean;
}

export type Promoted = Result<void, BlobMissing | BlobSizeMismatch | BlobChecksumMismatch>;

export type Promote = (from: ObjectKey, to: ObjectKey, expected: Expected) => Promise<Promoted>;

/** What promotions through memory may hold at the same time, in bytes. */
const memoryBytes = 64 * MIB;
/** Large objects that are read at the same time to be hashed. */
const hashedAtOnce = 4;
/** How often the source may change while it is about to be copied. */
const maxAttempts = 3;
/** What S3 copies by one request at most. */
const maxSingleCopyBytes = 5 * GIB;

/** Where copies lie that nobody else can reach, until they are verified. */
export const privateFolder: PrivateKey = '.promoting';

/** The copy is the service's own for a moment: it needs no class that is paid for by the month. */
const writingForAMoment = ({ StorageClass: _, ...writing }: Writing): Writing => writing;

interface Promotion {
  readonly from: ObjectKey;
  readonly to: ObjectKey;
  readonly expected: Expected;
  /** With it, names of the blocks that are read here are kept beside the object. */
  readonly blockHasher: BlockHasher | undefined;
}

/**
 * Moves verified bytes without believing the bucket anything. The holder of an upload URL may write to the source at any time, and a bucket may ignore every
 * condition and call all versions the same. So what is verified must be out of everybody's reach before it is looked at: a small object in the service's memory,
 * from where it is written; a large one in a private copy of which no URL can be made, and which becomes the final one. Promotions to one key wait for each other.
 */
export const createPromote = (bucket: Bucket, capabilities: S3Capabilities, blockHasher?: BlockHasher): Promote => {
  const inTurn = createSerialQueue();
  const memory = createBudget(memoryBytes);
  const hashing = createBudget(hashedAtOnce);
  return (from, to, expected) => {
    const promotion = { from, to, expected, blockHasher };
    const createOnce = capabilities.createOnce && expected.replaces !== true;
    return inTurn(to, () =>
      expected.sizeBytes <= bucket.limits.smallBytes
        ? memory.spend(expected.sizeBytes, () => promoteThroughMemory(bucket, promotion, createOnce))
        : promoteByCopies(bucket, promotion, capabilities.copyComputesSha256, hashing),
    );
  };
};

/** Not between a write to the source and the look at what that has left, which would be taken for lost. */
const removeSource = (bucket: Bucket, from: ObjectKey): Promise<void> => bucket.inTurn(from, () => deleteObject(bucket, from));

/** The answer of a promotion that finds its destination there, put there by one that came before; undefined when it is not there. */
const alreadyThere = async (bucket: Bucket, { from, to, expected }: Promotion): Promise<Promoted | undefined> => {
  if (expected.replaces === true) return undefined;
  const present = await factsOf(bucket, to);
  if (present === undefined) return undefined;
  if (present.sizeBytes !== expected.sizeBytes) return err({ kind: 'blob_size_mismatch', actualBytes: present.sizeBytes });
  await removeSource(bucket, from);
  return ok();
};

const promoteThroughMemory = async (bucket: Bucket, promotion: Promotion, createOnce: boolean): Promise<Promoted> => {
  const { from, to, expected } = promotion;
  // A bucket that creates once says itself whether the destination is there.
  const done = createOnce ? undefined : await alreadyThere(bucket, promotion);
  if (done !== undefined) return done;
  const verified = await readVerified(bucket, from, expected);
  if (verified.isErr()) return (await alreadyThere(bucket, promotion)) ?? err(verified.error);
  try {
    const writing = { ...bucket.writing, ...(createOnce ? { IfNoneMatch: '*' as const } : {}) };
    const puts = [putObject(bucket, to, verified.value, writing), putNames(bucket, promotion, verified.value)];
    // Neither is under way any more when this answers, or fails.
    await Promise.allSettled(puts);
    await Promise.all(puts);
  } catch (fault) {
    if (!(fault instanceof S3Fault)) throw fault;
    // Who comes next would take whatever lies there for what was verified.
    if (fault.code === 'lost') await deleteObject(bucket, to);
    if (fault.kind !== 'condition') throw fault;
    const rival = await alreadyThere(bucket, promotion);
    if (rival === undefined) throw nonsense();
    return rival;
  }
  await removeSource(bucket, from);
  return ok();
};

/** Of bytes that are the object's. */
const putNames = async (bucket: Bucket, { to, expected, blockHasher }: Promotion, verified: Uint8Array): Promise<void> => {
  const names = createBlockNamesObject(bucket, blockHasher, blockNamesKey(to), expected);
  try {
    await names.update(verified);
    await names.publish();
  } finally {
    await names.close();
  }
};

const readVerified = async (
  bucket: Bucket,
  from: ObjectKey,
  { sizeBytes, oid }: Expected,
): Promise<Result<Uint8Array, BlobMissing | BlobSizeMismatch | BlobChecksumMismatch>> => {
  const opened = await openWhole(bucket, from);
  if (opened.isErr()) return err(opened.error);
  if (opened.value.sizeBytes !== sizeBytes) {
    await leave(opened.value);
    return err({ kind: 'blob_size_mismatch', actualBytes: opened.value.sizeBytes });
  }
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  let filledBytes = 0;
  for await (const chunk of orFault(opened.value.body, bucket.timeouts.idleMs)) {
    bytes.set(chunk, filledBytes);
    filledBytes += chunk.byteLength;
  }
  if (createHash('sha256').update(bytes).digest('hex') === oid) return ok(bytes);
  return err({ kind: 'blob_checksum_mismatch', version: versionOf(bucket, opened.value.facts) });
};

const promoteByCopies = async (
  bucket: Bucket,
  promotion: Promotion,
  copyComputesSha256: boolean,
  hashing: Budget,
): Promise<Promoted> => {
  const done = await alreadyThere(bucket, promotion);
  if (done !== undefined) return done;
  const pinned: PrivateKey = `${privateFolder}/${randomUUID()}`;
  const singleCopyBytes = copyComputesSha256 ? maxSingleCopyBytes : bucket.limits.singleCopyBytes;
  try {
    const pinning = await pin(bucket, promotion, pinned, { singleCopyBytes, wantsSha256: copyComputesSha256 });
    if (pinning.isErr()) return (await alreadyThere(bucket, promotion)) ?? err(pinning.error);
    const { oid, sizeBytes } = promotion.expected;
    const hashes = (key: ObjectKey | PrivateKey, namesKey?: ObjectKey) =>
      hashing.spend(1, () => hashesTo(bucket, key, promotion, namesKey));
    const { sha256, etag, source } = pinning.value;
    const isRight =
      sha256 === undefined
        ? await hashes(pinned, blockNamesKey(promotion.to))
        : sha256 === Buffer.from(oid, 'hex').toString('base64');
    if (!isRight) return err({ kind: 'blob_checksum_mismatch', version: versionOf(bucket, source) });
    await publish(bucket, { pinned, etag, to: promotion.to, sizeBytes, singleCopyBytes }, () => hashes(promotion.to));
    await removeSource(bucket, promotion.from);
    return ok();
  } finally {
    await discard(bucket, pinned);
  }
};

interface Pinned extends Copied {
  /** Of what was copied. */
  readonly source: ObjectFacts;
}

/** Copies the source to where nobody else can reach it. Answers what the bucket says of the copy: its SHA-256 only where that can be believed. */
const pin = async (
  bucket: Bucket,
  { from, expected: { sizeBytes } }: Promotion,
  pinned: PrivateKey,
  { singleCopyBytes, wantsSha256 }: Pick<Copy, 'singleCopyBytes' | 'wantsSha256'>,
): Promise<Result<Pinned, BlobMissing | BlobSizeMismatch>> => {
  const writing = writingForAMoment(bucket.writing);
  for (let attempt = 1; ; attempt += 1) {
    const source = await sureFactsOf(bucket, from);
    if (source === undefined) return err({ kind: 'blob_missing' });
    if (source.sizeBytes !== sizeBytes) return err({ kind: 'blob_size_mismatch', actualBytes: source.sizeBytes });
    try {
      const { etag } = source;
      const copied = await copyObject(bucket, { from, to: pinned, sizeBytes, etag, writing, singleCopyBytes, wantsSha256 });
      return ok({ ...copied, source });
    } catch (fault) {
      // The source was replaced, or has gone, since it was looked at.
      const isOther = fault instanceof S3Fault && (fault.kind === 'condition' || fault.kind === 'missing');
      if (!isOther) throw fault;
      if (attempt === maxAttempts) throw nonsense();
    }
  }
};

/** Whether the bytes at the key are the object's; if they are, names of their blocks lie at `namesKey` afterwards. */
const hashesTo = async (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  { expected, blockHasher }: Promotion,
  namesKey: ObjectKey | undefined,
): Promise<boolean> => {
  const { sizeBytes, oid } = expected;
  const opened = await openWhole(bucket, key);
  if (opened.isErr()) throw nonsense();
  if (opened.value.sizeBytes !== sizeBytes) {
    await leave(opened.value);
    return false;
  }
  const hash = createHash('sha256');
  const names = createBlockNamesObject(bucket, blockHasher, namesKey, expected);
  try {
    for await (const chunk of orFault(opened.value.body, bucket.timeouts.idleMs)) {
      hash.update(chunk);
      await names.update(chunk);
    }
    const isRight = hash.digest('hex') === oid;
    if (isRight) await names.publish();
    return isRight;
  } finally {
    await names.close();
  }
};

interface Publication {
  readonly pinned: PrivateKey;
  /** Of the private copy. */
  readonly etag: string | undefined;
  readonly to: ObjectKey;
  readonly sizeBytes: number;
  readonly singleCopyBytes: number;
}

/**
 * Copies the verified copy to its place. Both are made alike, so where ETags are of the bytes the same one proves the second copy; where they should be and
 * differ, it is hashed.
 */
const publish = async (
  bucket: Bucket,
  { pinned, etag, to, sizeBytes, singleCopyBytes }: Publication,
  isRight: () => Promise<boolean>,
): Promise<void> => {
  const { writing } = bucket;
  const copy = { from: pinned, to, sizeBytes, etag: undefined, writing, singleCopyBytes, wantsSha256: false };
  const { isUncertain = false } = await copyObject(bucket, copy).catch(asNonsense);
  const published: ObjectFacts | undefined = await factsOf(bucket, to);
  const isNamedAlike = async (facts: ObjectFacts): Promise<boolean> =>
    // Some servers do not name what they have put together from parts before they are asked.
    facts.etag === (etag === undefined || etag === '' ? (await factsOf(bucket, pinned))?.etag : etag);
  const hasLength = published?.sizeBytes === sizeBytes;
  const isCalledRight = async (facts: ObjectFacts): Promise<boolean> =>
    !isUncertain && (bucket.etags.areMd5 !== true || (await isNamedAlike(facts)));
  if (hasLength && ((await isCalledRight(published)) || (await isRight()))) return;
  // A bucket that does not copy what it was told to leaves nothing under a name that promises these bytes.
  await deleteObject(bucket, to);
  throw nonsense();
};

/** Nobody but the store can take the private copy, or the upload, away. */
const asNonsense = (fault: unknown): never => {
  throw fault instanceof S3Fault && fault.kind === 'missing' ? nonsense() : fault;
};

/** What a bucket that does not answer keeps of it is found by `removeLeftovers`. */
const discard = async (bucket: Bucket, pinned: PrivateKey): Promise<void> => {
  try {
    await deleteObject(bucket, pinned);
  } catch (fault) {
    if (!(fault instanceof S3Fault)) throw fault;
  }
};
