/** A tensor to be written, with its bytes. */
export interface TensorToWrite {
  readonly name: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

/** The header of a file of safetensors, before whatever it says of its data. */
export const safetensorsHeader = (json: string): Uint8Array => {
  const text = Buffer.from(json);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.byteLength));
  return Buffer.concat([length, text]);
};

/** A file of safetensors, as its format is described: a length of 8 bytes, JSON with a blank end, and the tensors one after the other. */
export const safetensorsFile = (
  tensors: readonly TensorToWrite[],
  metadata: Readonly<Record<string, string>> = { format: 'pt' },
): Uint8Array => {
  let end = 0;
  const entries = tensors.map(({ name, dtype, shape, bytes }): [string, unknown] => {
    const begin = end;
    end += bytes.byteLength;
    return [name, { dtype, shape, data_offsets: [begin, end] }];
  });
  const json = JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(entries) });
  const padded = json.padEnd(Math.ceil(json.length / 8) * 8);
  return Buffer.concat([safetensorsHeader(padded), ...tensors.map(({ bytes }) => bytes)]);
};

const u32 = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number | bigint): Uint8Array => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const text = (value: string): Uint8Array => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);

/** Pieces of a GGUF header, in little-endian. */
export const ggufBytes = { u32, u64, text };

/** A tensor to be written to GGUF, its type as a number. */
export interface GgufTensor extends Omit<TensorToWrite, 'dtype'> {
  readonly type: number;
}

const padded = (length: number, alignment: number): number => Math.ceil(length / alignment) * alignment;

/** A GGUF file: the magic, version and counts, the metadata, the tensors' names, shapes, types and places, and aligned to 32 bytes or else the tensors. */
export const ggufFile = (
  tensors: readonly GgufTensor[],
  metadata: readonly (readonly [key: string, type: number, value: Uint8Array])[] = [],
  { version = 3, alignment = 32 }: { readonly version?: number; readonly alignment?: number } = {},
): Uint8Array => {
  let end = 0;
  const infos = tensors.map(({ name, shape, type, bytes }) => {
    const begin = end;
    end = padded(begin + bytes.byteLength, alignment);
    return Buffer.concat([text(name), u32(shape.length), ...shape.map(u64), u32(type), u64(begin)]);
  });
  const values = metadata.map(([key, type, value]) => Buffer.concat([text(key), u32(type), value]));
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    u32(version),
    u64(tensors.length),
    u64(metadata.length),
    ...values,
    ...infos,
  ]);
  const data = Buffer.alloc(padded(header.byteLength, alignment) - header.byteLength + end);
  let at = padded(header.byteLength, alignment) - header.byteLength;
  for (const { bytes } of tensors) {
    data.set(bytes, at);
    at += padded(bytes.byteLength, alignment);
  }
  return Buffer.concat([header, data]);
};
