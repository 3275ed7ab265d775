import { type ShownTensor, TensorTable } from './tensor-table.js';

interface Header {
  readonly tensors: readonly ShownTensor[];
  readonly metadata: readonly (readonly [name: string, value: string])[];
}

const lengthBytes = 8;
const metadataName = '__metadata__';

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'number');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const tensorOf = ([name, value]: readonly [string, unknown]): readonly ShownTensor[] => {
  if (name === metadataName || !isObject(value)) return [];
  const type: unknown = Reflect.get(value, 'dtype');
  const shape: unknown = Reflect.get(value, 'shape');
  return typeof type === 'string' && isNumbers(shape) ? [{ name, type, shape }] : [];
};

/** What a header says; undefined where it is none. */
const headerOf = (bytes: Uint8Array): Header | undefined => {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(lengthBytes)));
  } catch {
    return undefined;
  }
  if (!isObject(header)) return undefined;
  const metadata: unknown = Reflect.get(header, metadataName);
  return {
    tensors: Object.entries(header).flatMap(tensorOf),
    metadata: isObject(metadata) ? Object.entries(metadata).map(([name, value]) => [name, String(value)] as const) : [],
  };
};

interface SafetensorsProps {
  /** The header, with its length before it. */
  readonly bytes: Uint8Array;
  readonly sizeBytes: number;
}

/** The tensors of a safetensors file, by its header alone. */
export const Safetensors = ({ bytes, sizeBytes }: SafetensorsProps) => {
  const header = headerOf(bytes);
  if (header === undefined) return <p class="card-note">The header of this file is damaged, or longer than 25 MB.</p>;
  return <TensorTable tensors={header.tensors} metadata={header.metadata} dataBytes={sizeBytes - bytes.byteLength} />;
};
