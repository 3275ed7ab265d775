import { useQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';
import { bytesText, counted } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { Table } from '../ui/table.js';
import type { Change } from './changes.js';

/** The objects of a file of tensors that both sides have; undefined of everything else. */
export const tensorObjectsOf = ({
  path,
  before,
  after,
}: Change): { readonly old: string; readonly current: string } | undefined => {
  if (!/\.(?:safetensors|gguf)$/i.test(path) || before?.is_stored !== true || after?.is_stored !== true) return undefined;
  const [old, current] = [before.oid, after.oid];
  return old === undefined || current === undefined ? undefined : { old, current };
};

const useTensorChanges = (repository: string, old: string, current: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repository', repository, 'tensors', old, current],
    queryFn: async ({ signal }) => {
      const params = { path: { repoID: repository, oid: current, other: old }, query: { limit: 1000 } };
      return (await valueOf(api.GET('/api/v1/repositories/{repoID}/artifacts/{oid}/compare/{other}', { params, signal }))).data;
    },
  });
};

const statusTag = {
  same: ['', 'Same'],
  moved: ['', 'Moved'],
  changed: ['warn', 'Changed'],
  undecided: ['', 'Undecided'],
  added: ['good', 'Added'],
  removed: ['bad', 'Removed'],
} as const;

interface TensorChangesProps {
  readonly repository: string;
  readonly old: string;
  readonly current: string;
}

/** Which tensors differ between two versions of a model. */
export const TensorChanges = ({ repository, old, current }: TensorChangesProps) => (
  <Loaded query={useTensorChanges(repository, old, current)}>
    {({ tensors, totals, has_chunk_maps: hasChunkMaps }) => (
      <div class="stack tight">
        <p>
          {counted(totals.changed.tensors, 'tensor')} changed, {totals.added.tensors} added, {totals.removed.tensors} removed,{' '}
          {totals.same.tensors + totals.moved.tensors} the same
          {totals.undecided.tensors === 0 ? '.' : `, ${String(totals.undecided.tensors)} undecided.`}
        </p>
        {hasChunkMaps ? null : (
          <p class="quiet small">
            Only the headers were compared. Versions that svc has pushed are compared by their bytes, too.
          </p>
        )}
        <Table
          titles={[
            { label: 'Tensor' },
            { label: 'What' },
            { label: 'Type' },
            { label: 'Shape' },
            { label: 'Size', isNumber: true },
          ]}
        >
          {tensors
            .filter(({ status }) => status !== 'same')
            .map((tensor) => {
              const [kind, label] = statusTag[tensor.status];
              return (
                <tr key={tensor.name}>
                  <td class="mono">{tensor.name}</td>
                  <td>
                    <span class={`tag ${kind}`}>{label}</span>
                  </td>
                  <td>{tensor.dtype}</td>
                  <td class="mono">{tensor.shape.join(' × ')}</td>
                  <td class="number">{bytesText(tensor.bytes)}</td>
                </tr>
              );
            })}
        </Table>
      </div>
    )}
  </Loaded>
);
