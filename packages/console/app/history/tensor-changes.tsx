import { useInfiniteQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import { nextPageOf } from '../api/next-page.js';
import { useClient } from '../session/session.js';
import { bytesText, counted } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { MoreButton } from '../ui/more-button.js';
import { Table } from '../ui/table.js';
import type { Change } from './changes.js';
import { readTensorChanges } from './read-tensor-changes.js';

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

/** The most that the service answers at once. */
const pageSize = 1000;

const useTensorChanges = (repository: string, old: string, current: string) => {
  const { api } = useClient();
  return useInfiniteQuery({
    queryKey: ['repository', repository, 'tensors', old, current],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      readTensorChanges(async (cursor) => {
        const path = { repoID: repository, oid: current, other: old };
        const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) };
        const params = { path, query };
        return (await valueOf(api.GET('/api/v1/repositories/{repoID}/artifacts/{oid}/compare/{other}', { params, signal }))).data;
      }, pageParam),
    getNextPageParam: (last) => last.next_cursor,
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
export const TensorChanges = ({ repository, old, current }: TensorChangesProps) => {
  const query = useTensorChanges(repository, old, current);
  const tensors = query.data?.pages.flatMap((page) => page.tensors) ?? [];
  return (
    <Loaded query={{ data: query.data?.pages[0], error: query.error, refetch: query.refetch }}>
      {({ totals, has_chunk_maps: hasChunkMaps }) => (
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
            {tensors.map((tensor) => {
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
          <MoreButton more={nextPageOf(query)} />
        </div>
      )}
    </Loaded>
  );
};
