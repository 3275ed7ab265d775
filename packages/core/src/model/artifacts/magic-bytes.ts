import type { ArtifactType } from './artifact-type.js';

/** Bytes that files of one kind have at one place. */
interface Signature {
  readonly type: ArtifactType;
  readonly at: number;
  /** One character for each byte. */
  readonly bytes: string;
  /** Says the rest, where the bytes alone do not. */
  readonly and?: (head: Uint8Array) => boolean;
}

const hasAt = (head: Uint8Array, at: number, bytes: string): boolean => {
  if (head.byteLength < at + bytes.length) return false;
  for (let index = 0; index < bytes.length; index += 1) if (head[at + index] !== bytes.charCodeAt(index)) return false;
  return true;
};

const contains = (head: Uint8Array, bytes: string): boolean => {
  for (let at = 0; at + bytes.length <= head.byteLength; at += 1) if (hasAt(head, at, bytes)) return true;
  return false;
};

/** The length of the header in 8 bytes, the lowest first, then the header, which is JSON. */
const isSafetensors = (head: Uint8Array): boolean => {
  if (head.byteLength < 10) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const headerBytes = view.getUint32(0, true);
  return view.getUint32(4, true) === 0 && headerBytes >= 2 && headerBytes <= 100_000_000 && hasAt(head, 8, '{"');
};

/** PyTorch keeps a model in a zip archive, whose first files are these. */
const isTorchZip = (head: Uint8Array): boolean => contains(head, '/data.pkl') || contains(head, '/.format_version');

/** A frame of MP3 begins with eleven bits that are set; version, layer and rate must be ones that there are. */
const isMp3 = (head: Uint8Array): boolean => {
  const [, second = 0, third = 0] = head;
  return (
    (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02 && (second & 0x18) !== 0x08 && third >> 4 !== 15 && third >> 4 !== 0
  );
};

/** A pickle of protocol 2 to 5 begins with the protocol; of 4 on with a frame. */
const isPickle = ({ 1: protocol = 0, 2: next = 0 }: Uint8Array): boolean =>
  protocol === 2 || protocol === 3 ? '}](cXq'.includes(String.fromCharCode(next)) || next === 0x8a : next === 0x95;

/** The first that holds decides, so what is within another format comes before it. */
const signatures: readonly Signature[] = [
  { type: 'model', at: 0, bytes: 'GGUF' },
  { type: 'model', at: 0, bytes: 'tjgg' },
  { type: 'model', at: 0, bytes: 'lmgg' },
  { type: 'model', at: 4, bytes: 'TFL3' },
  { type: 'model', at: 0, bytes: '\x89HDF\r\n\x1a\n' },
  { type: 'model', at: 0, bytes: 'PK\x03\x04', and: isTorchZip },
  { type: 'model', at: 0, bytes: '\x80', and: isPickle },
  // The first field of an ONNX model is its version, the second names who made it, as text.
  {
    type: 'model',
    at: 0,
    bytes: '\x08',
    and: (head) =>
      head[2] === 0x12 && (head[1] ?? 0) < 32 && ['torch', 'onnx'].some((maker) => contains(head.subarray(0, 64), maker)),
  },
  { type: 'dataset', at: 0, bytes: 'PAR1' },
  { type: 'dataset', at: 0, bytes: 'ARROW1' },
  { type: 'dataset', at: 0, bytes: 'FEA1' },
  { type: 'dataset', at: 0, bytes: '\x93NUMPY' },
  { type: 'dataset', at: 0, bytes: 'SQLite format 3\0' },
  { type: 'dataset', at: 0, bytes: 'Obj\x01' },
  { type: 'dataset', at: 0, bytes: 'ORC' },
  { type: 'dataset', at: 8, bytes: 'DUCK' },
  { type: 'media', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'media', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'media', at: 0, bytes: 'GIF87a' },
  { type: 'media', at: 0, bytes: 'GIF89a' },
  { type: 'media', at: 0, bytes: 'RIFF', and: (head) => ['WEBP', 'WAVE', 'AVI '].some((form) => hasAt(head, 8, form)) },
  { type: 'media', at: 0, bytes: 'II*\0' },
  { type: 'media', at: 0, bytes: 'MM\0*' },
  { type: 'media', at: 4, bytes: 'ftyp' },
  { type: 'media', at: 0, bytes: '\x1aE\xdf\xa3' },
  { type: 'media', at: 0, bytes: 'OggS' },
  { type: 'media', at: 0, bytes: 'fLaC' },
  { type: 'media', at: 0, bytes: 'ID3' },
  { type: 'media', at: 0, bytes: '\xff', and: isMp3 },
  { type: 'media', at: 0, bytes: '8BPS' },
  { type: 'media', at: 0, bytes: 'glTF' },
  { type: 'archive', at: 0, bytes: 'PK\x03\x04' },
  { type: 'archive', at: 0, bytes: 'PK\x05\x06' },
  { type: 'archive', at: 257, bytes: 'ustar' },
  { type: 'archive', at: 0, bytes: '\x1f\x8b\x08' },
  { type: 'archive', at: 0, bytes: '\x28\xb5\x2f\xfd' },
  { type: 'archive', at: 0, bytes: '\xfd7zXZ\0' },
  { type: 'archive', at: 0, bytes: '7z\xbc\xaf\x27\x1c' },
  { type: 'archive', at: 0, bytes: 'BZh', and: (head) => hasAt(head, 4, '1AY&SY') },
  { type: 'archive', at: 0, bytes: 'Rar!\x1a\x07' },
  { type: 'archive', at: 0, bytes: '\x04\x22\x4d\x18' },
];

/** What an object's first bytes say; undefined when they say nothing. */
export const typeOfHead = (head: Uint8Array): ArtifactType | undefined => {
  const found = signatures.find(({ at, bytes, and }) => hasAt(head, at, bytes) && (and === undefined || and(head)));
  return found?.type ?? (isSafetensors(head) ? 'model' : undefined);
};
