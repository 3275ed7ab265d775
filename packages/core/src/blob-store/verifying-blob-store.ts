import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { type BlockHasher, hasBlockNames } from '../formats/block-names/block-names.js';
import { invariant } from '../model/app-error.js';
import { connectionOf, type ObjectKey, type Oid, oidOfObjectKey } from '../model/values/index.js';
import type { BlobReading, BlobStore, ByteSpan, Hasher } from '../ports/index.js';
import { BlobCorrupted } from './blob-corrupted.js';
import { checkBlocks, toBlockBorders } from './check-blocks.js';
import { type BlockNames, noBlockNames, openBlockNames } from './open-block-names.js';

type Opened = ReturnType<BlobStore['read']>;

/** A store, and a final key in it that is read. */
interface Verifying {
  readonly inner: BlobStore;
  readonly hasher: Hasher;
  readonly key: ObjectKey;
  readonly oid: Oid;
}

interface VerifyingBlocks extends Verifying {
  readonly blockHasher: BlockHasher;
}

const isAllOf = ({ first, last }: ByteSpan, sizeBytes: number): boolean => first === 0 && last + 1 === sizeBytes;

/** Whole reads alone are checked, by the hash of all bytes. */
const readHashed = (verifying: Verifying, span: ByteSpan | undefined): Opened =>
  verifying.inner.read(verifying.key, span).map((opened) => {
    const { sizeBytes } = opened;
    const isWhole = span === undefined || isAllOf(span, sizeBytes);
    return isWhole ? { sizeBytes, body: verified(opened, verifying) } : opened;
  });

/** What was asked for, and the rest of the blocks in which it begins and ends. How long the blob is shows when it is opened. */
const readToBorders = ({ inner, key }: Verifying, span: ByteSpan): Opened => {
  invariant(span.first >= 0 && span.first <= span.last, 'a span has a first and a last byte');
  return inner.read(key, toBlockBorders(span, Number.MAX_SAFE_INTEGER)).orElse((fault) => {
    if (fault.kind !== 'span_outside' || span.last >= fault.sizeBytes) return errAsync(fault);
    return inner.read(key, toBlockBorders(span, fault.sizeBytes));
  });
};

/** Names that can be relied on: of a whole read all of them, since what can be told of some blocks only is no proof of the whole. */
const findNames = async (
  { inner, key, oid, blockHasher }: VerifyingBlocks,
  sizeBytes: number,
  isWhole: boolean,
): Promise<BlockNames | undefined> => {
  const object = { oid, sizeBytes };
  const names = hasBlockNames(object) ? await openBlockNames(inner, blockHasher, key, object) : undefined;
  if (names === undefined || !isWhole || (await names.areSound())) return names;
  await names.close();
  return undefined;
};

const checkOpened = async (verifying: VerifyingBlocks, opened: BlobReading, span: ByteSpan | undefined): Promise<BlobReading> => {
  const { key, blockHasher } = verifying;
  const { sizeBytes } = opened;
  const asked = span ?? { first: 0, last: sizeBytes - 1 };
  const isWhole = isAllOf(asked, sizeBytes);
  const names = await findNames(verifying, sizeBytes, isWhole);
  const read = toBlockBorders(asked, sizeBytes);
  const isHashed = names === undefined && (isWhole || isAllOf(read, sizeBytes));
  const body = isHashed ? verified(opened, verifying) : opened.body;
  if (isHashed && isWhole) return { sizeBytes, body };
  return {
    sizeBytes,
    body: checkBlocks({ key, body, read, asked, names: names ?? noBlockNames, demandsNames: isWhole, blockHasher }),
  };
};

/**
 * Reads final keys so that no reader ever takes wrong bytes for right ones. What is read whole is hashed while it streams, and its last bytes are held back until the
 * hash is right; otherwise the body throws `BlobCorrupted`. A span of all bytes is a whole read.
 * With a `blockHasher`, where the service serves the bytes itself, spans are read to the borders of blocks, and each block is held against its name before it is given:
 * in spans where there are names, in whole reads where there are all, instead of the hash. Of what is no longer than a block the oid is the name.
 * Without names, smaller spans pass through unchecked. So does what is kept open.
 * It stands outermost, around everything that could alter bytes.
 */
export const verifyingBlobStore = (inner: BlobStore, hasher: Hasher, blockHasher?: BlockHasher): BlobStore => ({
  traits: inner.traits,
  check: () => inner.check(),
  head: (key) => inner.head(key),
  read: (key, span) => {
    const oid = oidOfObjectKey(key);
    if (oid === undefined) return inner.read(key, span);
    const verifying: Verifying = { inner, hasher, key, oid };
    const isServed = inner.traits.signedUrls === 'own' && connectionOf(key) === undefined;
    if (blockHasher === undefined || !isServed) return readHashed(verifying, span);
    const opened = span === undefined ? inner.read(key) : readToBorders(verifying, span);
    return opened.andThen((reading) => ResultAsync.fromSafePromise(checkOpened({ ...verifying, blockHasher }, reading, span)));
  },
  open: (key) => inner.open?.(key) ?? okAsync(undefined),
  write: (key, body, sizeBytes) => inner.write(key, body, sizeBytes),
  promote: (from, to, expected) => inner.promote(from, to, expected),
  remove: (key) => inner.remove(key),
  deletePrefix: (prefix) => inner.deletePrefix(prefix),
  list: (prefix) => inner.list(prefix),
  signer: (namespace) => inner.signer(namespace),
  parts: (namespace) => inner.parts?.(namespace) ?? okAsync(undefined),
});

// Written out rather than as a generator: leaving a generator that has not begun would not release the inner body.
const verified = (opened: BlobReading, { key, oid, hasher }: Verifying): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const chunks = opened.body[Symbol.asyncIterator]();
    const hash = hasher.sha256();
    let withheld: Uint8Array | undefined;
    let ended = false;
    return {
      next: async () => {
        while (!ended) {
          const next = await chunks.next();
          if (next.done === true) {
            ended = true;
            if (hash.digestHex() === oid) break;
            withheld = undefined;
            throw new BlobCorrupted(key);
          }
          // An empty chunk holds nothing back.
          if (next.value.byteLength === 0) continue;
          hash.update(next.value);
          const released = withheld;
          withheld = next.value;
          if (released !== undefined) return { done: false, value: released };
        }
        const last = withheld;
        withheld = undefined;
        return last === undefined ? { done: true, value: undefined } : { done: false, value: last };
      },
      return: async () => {
        ended = true;
        withheld = undefined;
        await chunks.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});
