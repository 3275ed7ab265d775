import { createNodeCodec, type NodeCodecOptions } from '@svc/codec-node';
import { problemLine } from '../output/problem-line.js';
import { type CheckResult, failed, passed, warned } from './check.js';

/** Long enough to be worth compressing, and the same on every machine. */
const sample = (): Uint8Array => new TextEncoder().encode('What is sent twice is sent once too often. '.repeat(200));

// From npm 12 on a global installation runs no install scripts but those that it is told to.
const slowZstd =
  'chunks are compressed more slowly; to have Zstandard compiled, install again with --allow-scripts=zstd-napi and without --ignore-scripts';

/** Which BLAKE3 names chunks, which Zstandard compresses them, and whether that gives them back. */
export const checkCodec = async (choice: NodeCodecOptions): Promise<CheckResult> => {
  try {
    const codec = await createNodeCodec(choice);
    const raw = sample();
    const encoded = codec.encode(raw);
    const [decoded] = await codec.decodeAll([{ ...encoded, rawBytes: raw.byteLength, name: undefined }]);
    const isRight = decoded !== undefined && Buffer.from(raw).equals(decoded) && encoded.bytes.byteLength < raw.byteLength;
    if (!isRight) return failed('codec', 'Zstandard does not give back what it was given');
    const message = `BLAKE3: ${codec.blake3Kind}, Zstandard: ${codec.zstdKind}`;
    if (codec.blake3Kind === 'portable') return warned('codec', `${message}; chunks are named slowly without a native BLAKE3`);
    return codec.zstdKind === 'native' ? passed('codec', message) : warned('codec', `${message}; ${slowZstd}`);
  } catch (fault) {
    return failed('codec', `chunks cannot be coded here: ${problemLine(fault)}`);
  }
};
