import { createHash } from 'node:crypto';
import { byteCursor } from './byte-cursor.js';
import { S3Error } from './s3-error.js';
import { type CredentialScope, scopeText, sha256Hex, sign } from './sigv4.js';

/** With what the signatures of chunks are checked: each is made over the one before, the first over the request's own. */
export interface ChunkSigning {
  readonly signingKey: Uint8Array;
  readonly instant: string;
  readonly scope: CredentialScope;
  readonly seedSignature: string;
}

export interface ChunkedFraming {
  /** Where chunks are signed. */
  readonly signing: ChunkSigning | undefined;
  /** Whether fields follow the last chunk. */
  readonly trailing: boolean;
}

const mismatch = (): S3Error =>
  new S3Error('SignatureDoesNotMatch', 'The signature of a chunk does not match what we calculated for it.');

const chainOf = (signing: ChunkSigning | undefined) => {
  let previous = signing?.seedSignature ?? '';
  return (kind: 'PAYLOAD' | 'TRAILER', hashes: readonly string[], claimed: string | undefined): void => {
    if (signing === undefined) return;
    const text = [`AWS4-HMAC-SHA256-${kind}`, signing.instant, scopeText(signing.scope), previous, ...hashes].join('\n');
    if (sign(signing.signingKey, text) !== claimed) throw mismatch();
    previous = claimed;
  };
};

/**
 * Takes the chunks out of a body in Amazon's own framing (`Content-Encoding: aws-chunked`): each `<length in hexadecimal>[;chunk-signature=<signature>]`,
 * CR LF, its bytes, CR LF; the last one is empty. Fields that follow are put into `trailers`. Bytes of a chunk come out before its signature is known to hold.
 */
export const decodeChunked = async function* (
  source: AsyncIterable<Uint8Array>,
  { signing, trailing }: ChunkedFraming,
  trailers: Map<string, string>,
): AsyncGenerator<Uint8Array> {
  const cursor = byteCursor(source);
  const check = chainOf(signing);
  for (;;) {
    const [length = '', ...extensions] = (await cursor.line()).split(';');
    if (!/^[0-9a-fA-F]{1,8}$/.test(length)) throw new S3Error('InvalidRequest', 'The chunked body is malformed.');
    const sizeBytes = parseInt(length, 16);
    const signature = extensions.find((extension) => extension.startsWith('chunk-signature='))?.slice('chunk-signature='.length);
    const hash = createHash('sha256');
    for await (const piece of cursor.take(sizeBytes)) {
      hash.update(piece);
      yield piece;
    }
    check('PAYLOAD', [sha256Hex(''), hash.digest('hex')], signature);
    if (sizeBytes === 0) break;
    if ((await cursor.line()) !== '') throw new S3Error('InvalidRequest', 'The chunked body is malformed.');
  }
  let signed = '';
  let signature: string | undefined;
  for (let line = await cursor.line(); line !== ''; line = await cursor.line()) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    if (name === 'x-amz-trailer-signature') {
      signature = value;
      break;
    }
    trailers.set(name, value);
    signed += `${name}:${value}\n`;
  }
  if (trailing) check('TRAILER', [sha256Hex(signed)], signature);
};
