import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-error.js';
import { headerOf, type S3Request } from './s3-request.js';

export type ChecksumAlgorithm = 'CRC32' | 'CRC32C' | 'SHA1' | 'SHA256';

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** In Base64; of an object out of parts followed by `-` and their number. */
  readonly value: string;
  readonly type: 'FULL_OBJECT' | 'COMPOSITE';
}

export interface Digest {
  update(bytes: Uint8Array): void;
  digest(): Buffer;
}

const castagnoli = Uint32Array.from({ length: 256 }, (_, index) => {
  let remainder = index;
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder & 1) === 1 ? (remainder >>> 1) ^ 0x82f63b78 : remainder >>> 1;
  return remainder >>> 0;
});

const crc32c = (bytes: Uint8Array, before: number): number => {
  let value = ~before;
  for (const byte of bytes) value = (value >>> 8) ^ (castagnoli[(value ^ byte) & 0xff] ?? 0);
  return ~value >>> 0;
};

const crcDigest = (next: (bytes: Uint8Array, before: number) => number): Digest => {
  let value = 0;
  return {
    update: (bytes) => {
      value = next(bytes, value);
    },
    digest: () => {
      const result = Buffer.alloc(4);
      result.writeUInt32BE(value);
      return result;
    },
  };
};

export const hashDigest = (name: 'md5' | 'sha1' | 'sha256'): Digest => {
  const hash = createHash(name);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest() };
};

export const digestOf = (algorithm: ChecksumAlgorithm): Digest => {
  switch (algorithm) {
    case 'CRC32':
      return crcDigest(crc32);
    case 'CRC32C':
      return crcDigest(crc32c);
    case 'SHA1':
      return hashDigest('sha1');
    case 'SHA256':
      return hashDigest('sha256');
  }
};

const lengths: Readonly<Record<ChecksumAlgorithm, number>> = { CRC32: 4, CRC32C: 4, SHA1: 20, SHA256: 32 };
const algorithms: readonly ChecksumAlgorithm[] = ['CRC32', 'CRC32C', 'SHA1', 'SHA256'];

export const checksumAlgorithm = (name: string): ChecksumAlgorithm => {
  const found = algorithms.find((algorithm) => algorithm === name.toUpperCase());
  if (found === undefined) throw new S3Error('InvalidRequest', 'Checksum algorithm provided is unsupported.');
  return found;
};

const checksumHeader = (algorithm: ChecksumAlgorithm): string => `x-amz-checksum-${algorithm.toLowerCase()}`;

/** Its element in an XML answer, as in `ChecksumSHA256`. */
export const checksumElement = (algorithm: ChecksumAlgorithm): string => `Checksum${algorithm}`;

const parseChecksum = (algorithm: ChecksumAlgorithm, value: string): Checksum => {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== lengths[algorithm] || bytes.toString('base64') !== value) {
    throw new S3Error('InvalidRequest', `Value for ${checksumHeader(algorithm)} header is invalid.`);
  }
  return { algorithm, value, type: 'FULL_OBJECT' };
};

/** What a request claims its body's checksum to be. */
export interface ChecksumClaim {
  readonly algorithm: ChecksumAlgorithm;
  /** Once the body has come, for the claim may follow it. */
  checksum(): Checksum;
}

const claimInHeader = (request: S3Request): Checksum | undefined => {
  const claims = algorithms.flatMap((algorithm) => {
    const value = headerOf(request, checksumHeader(algorithm));
    return value === undefined ? [] : [parseChecksum(algorithm, value)];
  });
  if (claims.length > 1) {
    throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.');
  }
  return claims[0];
};

const claimInTrailer = (name: string, trailers: ReadonlyMap<string, string>): ChecksumClaim => {
  if (!name.startsWith('x-amz-checksum-')) {
    throw new S3Error('InvalidRequest', 'The value specified in the x-amz-trailer header is not supported');
  }
  const algorithm = checksumAlgorithm(name.slice('x-amz-checksum-'.length));
  const checksum = (): Checksum => {
    const value = trailers.get(name);
    if (value === undefined) throw new S3Error('InvalidRequest', 'The checksum announced by x-amz-trailer is lacking.');
    return parseChecksum(algorithm, value);
  };
  return { algorithm, checksum };
};

/** The claim in a request's header, or the one announced there that comes after the body, in `trailers`. */
export const checksumClaim = (request: S3Request, trailers: ReadonlyMap<string, string>): ChecksumClaim | undefined => {
  const trailer = headerOf(request, 'x-amz-trailer');
  if (trailer !== undefined) return claimInTrailer(trailer, trailers);
  const checksum = claimInHeader(request);
  if (checksum !== undefined) return { algorithm: checksum.algorithm, checksum: () => checksum };
  if (headerOf(request, 'x-amz-sdk-checksum-algorithm') === undefined) return undefined;
  throw new S3Error(
    'InvalidRequest',
    'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
  );
};

/** Its fields in the header of an answer. */
export const checksumFields = (checksum: Checksum | undefined): Record<string, string> =>
  checksum === undefined ? {} : { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type };
