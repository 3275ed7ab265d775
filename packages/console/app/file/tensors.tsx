import { countText, counted } from '../ui/format.js';
import { Table } from '../ui/table.js';

interface Tensor {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly number[];
}

const lengthBytes = 8;
/** A longer list is of no use to anybody's eyes. */
const mostRows = 500;

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'number');

/** The tensors that a header of safetensors names; undefined where it is none. */
const tensorsOf = (bytes: Uint8Array): readonly Tensor[] | undefined => {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(lengthBytes)));
  } catch {
    return undefined;
  }
  if (typeof header !== 'object' || header === null) return undefined;
  return Object.entries(header).flatMap(([name, value]: [string, unknown]) => {
    if (name === '__metadata__' || typeof value !== 'object' || value === null) return [];
    const type: unknown = Reflect.get(value, 'dtype');
    const shape: unknown = Reflect.get(value, 'shape');
    return typeof type === 'string' && isNumbers(shape) ? [{ name, type, shape }] : [];
  });
};

const parametersOf = ({ shape }: Tensor): number => shape.reduce((product, size) => product * size, 1);

/** The tensors of a safetensors file, by its header alone. */
export const Tensors = ({ bytes }: { readonly bytes: Uint8Array }) => {
  const tensors = tensorsOf(bytes);
  if (tensors === undefined) return <p class="card-note">The header of this file is damaged, or longer than 25 MB.</p>;
  const parameters = tensors.reduce((sum, tensor) => sum + parametersOf(tensor), 0);
  return (
    <div class="preview">
      <p class="card-note">
        {counted(tensors.length, 'tensor')}, {counted(parameters, 'parameter')}
      </p>
      <Table titles={[{ label: 'Tensor' }, { label: 'Type' }, { label: 'Shape' }, { label: 'Parameters', isNumber: true }]}>
        {tensors.slice(0, mostRows).map((tensor) => (
          <tr key={tensor.name}>
            <td class="mono">{tensor.name}</td>
            <td>{tensor.type}</td>
            <td class="mono">{tensor.shape.join(' × ')}</td>
            <td class="number">{countText(parametersOf(tensor))}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
};
