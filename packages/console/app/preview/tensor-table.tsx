import { bytesText, countText, counted } from '../ui/format.js';
import { Table } from '../ui/table.js';

export interface ShownTensor {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly number[];
}

interface TensorTableProps {
  readonly tensors: readonly ShownTensor[];
  /** What the file says of itself. */
  readonly metadata: readonly (readonly [name: string, value: string])[];
  /** Of the file without its header, where that is known. */
  readonly dataBytes?: number;
}

/** A longer list is of no use to anybody's eyes. */
const mostRows = 500;
const mostMetadata = 100;
const mostValueCharacters = 300;

const parametersOf = ({ shape }: ShownTensor): number => shape.reduce((product, size) => product * size, 1);

const cut = (text: string): string => (text.length > mostValueCharacters ? `${text.slice(0, mostValueCharacters)}…` : text);

/** What a model says of itself, and its tensors. */
export const TensorTable = ({ tensors, metadata, dataBytes }: TensorTableProps) => {
  const parameters = tensors.reduce((sum, tensor) => sum + parametersOf(tensor), 0);
  return (
    <div class="preview" tabIndex={0} role="region" aria-label="Tensors">
      <p class="card-note">
        {counted(tensors.length, 'tensor')}, {counted(parameters, 'parameter')}
        {dataBytes === undefined ? null : `, ${bytesText(dataBytes)} of data`}
      </p>
      {metadata.length === 0 ? null : (
        <details class="card-body">
          <summary>{counted(metadata.length, 'value')} of metadata</summary>
          <dl class="facts metadata">
            {metadata.slice(0, mostMetadata).map(([name, value]) => (
              <>
                <dt class="mono">{name}</dt>
                <dd>{cut(value)}</dd>
              </>
            ))}
          </dl>
        </details>
      )}
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
      {tensors.length <= mostRows ? null : <p class="file-foot">These are the first {mostRows} tensors.</p>}
    </div>
  );
};
