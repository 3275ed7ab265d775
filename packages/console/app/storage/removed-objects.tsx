import { valueOf } from '../api/failure.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import { ActionButton } from '../ui/action-button.js';
import { Ago } from '../ui/ago.js';
import { Card } from '../ui/card.js';
import { bytesText, momentText, shortId } from '../ui/format.js';
import { ListProblem } from '../ui/list-problem.js';
import { MoreButton } from '../ui/more-button.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';

/** What was removed and can be brought back; nothing where there is none. */
export const RemovedObjects = ({ repository }: { readonly repository: string }) => {
  const list = useList(['repository', repository, 'removed-objects'], async (api, request) => {
    const params = { path: { repoID: repository }, query: pageOf(request) };
    const { data } = await valueOf(api.GET('/api/v1/repositories/{repoID}/removed-objects', { params, signal: request.signal }));
    return { items: data.removed_objects, next: data.next_cursor };
  });
  const restore = useChange(
    (api, oid: string) =>
      api.POST('/api/v1/repositories/{repoID}/removed-objects/{oid}/restore', {
        params: { path: { repoID: repository, oid } },
        body: {},
      }),
    ['repository', repository],
  );
  if (list.items === undefined || list.items.length === 0) return <ListProblem list={list} />;
  return (
    <Card title="Removed objects">
      {restore.error === null ? null : (
        <div class="card-body">
          <Problem fault={restore.error} />
        </div>
      )}
      <Table
        titles={[
          { label: 'Object' },
          { label: 'Size', isNumber: true },
          { label: 'Removed' },
          { label: 'Kept until' },
          { label: 'What to do', isHidden: true },
        ]}
      >
        {list.items.map((object) => (
          <tr key={object.oid}>
            <td>
              <span class="mono">{shortId(object.oid)}…</span> {object.name}
            </td>
            <td class="number">{bytesText(object.size)}</td>
            <td>
              <Ago at={object.removed_at} />
            </td>
            <td>{momentText(object.kept_until)}</td>
            <td class="number">
              <ActionButton isBusy={restore.isPending} onAct={() => restore.mutate(object.oid)}>
                Restore
              </ActionButton>
            </td>
          </tr>
        ))}
      </Table>
      <MoreButton more={list.more} />
    </Card>
  );
};
