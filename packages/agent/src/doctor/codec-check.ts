import { type Blake3Choice, createNodeCodec } from '@svc/codec-node';
import { problemLine } from '../output/problem-line.js';
import { type CheckResult, failed, passed, warned } from './check.js';

/** Long enough to be worth compressing, and the same on every machine. */
const sample = (): Uint8Array => new TextEncoder().encode('What is sent twice is sent once too often. '.repeat(200));

/** Which BLAKE3 names chunks, and whether Zstandard compresses them and gives them back. */
export const checkCodec = async (blake3: Blake3Choice): Promise<CheckResult> => {
  try {
    const codec = await createNodeCodec({ blake3 });
    const raw = sample();
    const encoded = codec.encode(raw);
    const [decoded] = await codec.decodeAll([{ ...encoded, rawBytes: raw.byteLength, name: undefined }]);
    const isRight = decoded !== undefined && Buffer.from(raw).equals(decoded) && encoded.bytes.byteLength < raw.byteLength;
    if (!isRight) return failed('codec', 'Zstandard does not give back what it was given');
    const message = `BLAKE3: ${codec.blake3Kind}, Zstandard: native`;
    return codec.blake3Kind === 'portable'
      ? warned('codec', `${message}; chunks are named slowly without a native BLAKE3`)
      : passed('codec', message);
  } catch (fault) {
    return failed('codec', `chunks cannot be coded here: ${problemLine(fault)}`);
  }
};
