import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { declaredBody } from './declared-body.js';
import type { VerifiedSignature } from './authenticate.js';
import { decodeChunked } from './aws-chunked.js';
import { type Checksum, type ChecksumClaim, checksumClaim, type Digest, digestOf, hashDigest } from './checksums.js';
import { type Content, contentOf } from './content.js';
import { S3Error } from './s3-error.js';
import { headerOf, type S3Request } from './s3-request.js';
import type { World } from './world.js';

/** A body that has come whole and is what its sender said, unless the world tells lies. */
export interface ReceivedBody {
  readonly content: Content;
  readonly md5: Buffer;
  /** What its sender claimed of it. */
  readonly checksum: Checksum | undefined;
}

/** A digest that is made of a body while it comes, and what it has to be. */
interface Expectation {
  readonly digest: Digest;
  readonly check: (actual: Buffer) => void;
}

const expectPayloadHash = ({ payloadHash }: VerifiedSignature): readonly Expectation[] => {
  if (!/^[0-9a-f]{64}$/.test(payloadHash)) return [];
  const check = (actual: Buffer): void => {
    if (actual.toString('hex') === payloadHash) return;
    throw new S3Error(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  };
  return [{ digest: hashDigest('sha256'), check }];
};

const badDigest = (name: string): S3Error =>
  new S3Error('BadDigest', `The ${name} you specified did not match the calculated checksum.`);

const expectMd5 = (request: S3Request): readonly Expectation[] => {
  const value = headerOf(request, 'content-md5');
  if (value === undefined) return [];
  const expected = Buffer.from(value, 'base64');
  if (expected.length !== 16) throw new S3Error('InvalidDigest', 'The Content-MD5 you specified was invalid.');
  const check = (actual: Buffer): void => {
    if (!actual.equals(expected)) throw badDigest('Content-MD5');
  };
  return [{ digest: hashDigest('md5'), check }];
};

const expectChecksum = (claim: ChecksumClaim | undefined): readonly Expectation[] => {
  if (claim === undefined) return [];
  const check = (actual: Buffer): void => {
    if (actual.toString('base64') !== claim.checksum().value) throw badDigest(claim.algorithm);
  };
  return [{ digest: digestOf(claim.algorithm), check }];
};

/** Takes a body into a file of its own, which is gone again when the body is refused. */
export const receiveBody = async (world: World, request: S3Request, signature: VerifiedSignature): Promise<ReceivedBody> => {
  const { framing, sizeBytes } = declaredBody(request, signature);
  const trailers = new Map<string, string>();
  const claim = checksumClaim(request, trailers);
  const expectations = [...expectPayloadHash(signature), ...expectMd5(request), ...expectChecksum(claim)];
  const md5 = hashDigest('md5');
  const digests = [md5, ...expectations.map(({ digest }) => digest)];
  let receivedBytes = 0;
  const digested = async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      receivedBytes += piece.length;
      if (receivedBytes > sizeBytes) return;
      for (const digest of digests) digest.update(piece);
      yield piece;
    }
  };
  const path = join(world.folder, randomUUID());
  try {
    const bytes = framing === undefined ? request.body : decodeChunked(request.body, framing, trailers);
    await pipeline(bytes, digested, createWriteStream(path, { highWaterMark: 1024 * 1024 }));
    if (receivedBytes !== sizeBytes) throw new S3Error('IncompleteBody', 'The body has another length than was declared.');
    if (!world.tells('checksums')) for (const { digest, check } of expectations) check(digest.digest());
    return { content: contentOf([{ path, sizeBytes }]), md5: md5.digest(), checksum: claim?.checksum() };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};
