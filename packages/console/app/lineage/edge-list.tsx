import { useChange } from '../api/use-change.js';
import { paths } from '../paths.js';
import { Ago } from '../ui/ago.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';
import { graphKey } from './graph.js';
import { type Edge, edgeText, type LineageNode, shownEnd } from './graph-model.js';
import { kindText, NodeName } from './node-name.js';

const pageOfNode = (repository: string, { kind, id }: LineageNode): string => {
  if (kind === 'artifact') return paths.object(repository, id);
  return kind === 'commit' ? paths.commit(repository, id) : paths.release(repository, id);
};

const End = ({ repository, end }: { readonly repository: string; readonly end: Edge['from'] }) => {
  const node = shownEnd(end);
  if (node === undefined) return <span class="quiet">In a repository that you may not see</span>;
  return (
    <>
      <a href={pageOfNode(node.repository_id, node)}>
        <NodeName repository={repository} node={node} />
      </a>
      <p class="quiet small">{kindText[node.kind]}</p>
    </>
  );
};

interface EdgeListProps {
  readonly repository: string;
  readonly edges: readonly Edge[];
  readonly mayRemove: boolean;
}

/** The edges of a graph in words. */
export const EdgeList = ({ repository, edges, mayRemove }: EdgeListProps) => {
  const remove = useChange(
    (api, edgeID: string) =>
      api.DELETE('/api/v1/repositories/{repoID}/graph/edges/{edgeID}', { params: { path: { repoID: repository, edgeID } } }),
    graphKey(repository),
  );
  return (
    <>
      {remove.error === null ? null : <Problem fault={remove.error} />}
      <Table
        titles={[
          { label: 'What' },
          { label: 'How' },
          { label: 'From what' },
          { label: 'Said', isNumber: true },
          { label: 'What to do', isHidden: true },
        ]}
      >
        {edges.map((edge) => (
          <tr key={edge.id}>
            <td>
              <End repository={repository} end={edge.from} />
            </td>
            <td>
              {edgeText[edge.type]}
              {edge.note === undefined ? null : <p class="quiet small">{edge.note}</p>}
            </td>
            <td>
              <End repository={repository} end={edge.to} />
            </td>
            <td class="number">
              <Ago at={edge.created_at} />
            </td>
            <td class="number">
              {mayRemove && edge.repository_id === repository ? (
                <ConfirmButton
                  label="Remove"
                  question="The edge goes; what it connects stays."
                  isBusy={remove.isPending}
                  onConfirm={() => remove.mutate(edge.id)}
                />
              ) : null}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
};
