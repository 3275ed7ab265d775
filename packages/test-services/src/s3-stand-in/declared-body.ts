import type { VerifiedSignature } from './authenticate.js';
import type { ChunkedFraming } from './aws-chunked.js';
import { S3Error } from './s3-error.js';
import { headerOf, type S3Request } from './s3-request.js';

/** How a body will come, and how long what is in it will be. */
export interface DeclaredBody {
  /** Where it comes in Amazon's own chunks. */
  readonly framing: ChunkedFraming | undefined;
  readonly sizeBytes: number;
}

/** The most that one request may bring. */
const maxPutBytes = 5 * 1024 ** 3;

const framingOf = ({ payloadHash, claim, signingKey }: VerifiedSignature): ChunkedFraming | undefined => {
  const signing = { signingKey, instant: claim.instant, scope: claim.scope, seedSignature: claim.signature };
  switch (payloadHash) {
    case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
      return { signing: undefined, trailing: true };
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
      return { signing, trailing: false };
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER':
      return { signing, trailing: true };
    default:
      if (payloadHash === 'UNSIGNED-PAYLOAD' || /^[0-9a-f]{64}$/.test(payloadHash)) return undefined;
      throw new S3Error(
        'InvalidArgument',
        'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER, STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER or a valid sha256 value.',
      );
  }
};

export const declaredBody = (request: S3Request, signature: VerifiedSignature): DeclaredBody => {
  const framing = framingOf(signature);
  const length = headerOf(request, framing === undefined ? 'content-length' : 'x-amz-decoded-content-length');
  if (length === undefined || !/^\d{1,15}$/.test(length)) {
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  if (Number(length) > maxPutBytes) throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  return { framing, sizeBytes: Number(length) };
};
