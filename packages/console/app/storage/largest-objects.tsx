import { ApiFailure, valueOf } from '../api/failure.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { Ago } from '../ui/ago.js';
import { Card } from '../ui/card.js';
import { ActionButton } from '../ui/action-button.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { bytesText, shortId } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { MoreButton } from '../ui/more-button.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';

interface Removal {
  readonly oid: string;
  /** Whether it goes although something keeps it. */
  readonly force: boolean;
}

interface NotRemovedProps {
  readonly fault: unknown;
  readonly removal: Removal | undefined;
  readonly repository: string;
  readonly onForce: (oid: string) => void;
}

/** Why an object was not removed; one that is kept can be removed all the same. */
const NotRemoved = ({ fault, removal, repository, onForce }: NotRemovedProps) => {
  const isKept = fault instanceof ApiFailure && fault.error.reason === 'object_kept';
  if (isKept && removal?.force === true) {
    return (
      <p class="notice bad" role="alert">
        <strong>A snapshot or an open upload keeps this object.</strong> It cannot be removed as long as that is there.
      </p>
    );
  }
  if (removal === undefined || !isKept) return <Problem fault={fault} />;
  return (
    <div class="notice bad stack tight" role="alert">
      <p>
        <strong>Something still needs this object.</strong> Clones and downloads of it would fail.
      </p>
      <p class="line">
        <a class="button" href={paths.object(repository, removal.oid)}>
          See what needs it
        </a>
        <ActionButton class="button danger" onAct={() => onForce(removal.oid)}>
          Remove it all the same
        </ActionButton>
      </p>
    </div>
  );
};

/** What occupies most; each can be looked at, and removed by those who may. */
export const LargestObjects = ({ repository: { id: repository }, may }: Pick<RepositoryTabProps, 'repository' | 'may'>) => {
  const list = useList(['repository', repository, 'objects'], async (api, request) => {
    const params = { path: { repoID: repository }, query: { ...pageOf(request, 20), sort: 'size' as const } };
    const { data } = await valueOf(api.GET('/api/v1/repositories/{repoID}/objects', { params, signal: request.signal }));
    return { items: data.objects, next: data.next_cursor };
  });
  const remove = useChange(
    (api, { oid, force }: Removal) =>
      api.DELETE('/api/v1/repositories/{repoID}/objects/{oid}', {
        params: { path: { repoID: repository, oid }, query: { force } },
      }),
    ['repository', repository],
  );
  return (
    <Card title="Largest objects">
      {remove.error === null ? null : (
        <div class="card-body">
          <NotRemoved
            fault={remove.error}
            removal={remove.variables}
            repository={repository}
            onForce={(oid) => remove.mutate({ oid, force: true })}
          />
        </div>
      )}
      <Loaded query={{ data: list.items, error: list.error, refetch: list.refetch }}>
        {(objects) =>
          objects.length === 0 ? (
            <p class="card-note">Nothing is stored yet.{may('repository.push') ? ' The Connect page says how to push.' : ''}</p>
          ) : (
            <Table
              titles={[
                { label: 'Object' },
                { label: 'Size', isNumber: true },
                { label: 'Stored', isNumber: true },
                { label: 'Uploaded', isNumber: true },
                { label: 'What to do', isHidden: true },
              ]}
            >
              {objects.map((object) => (
                <tr key={object.oid}>
                  <td>
                    <a class="mono" href={paths.object(repository, object.oid)}>
                      {shortId(object.oid)}…
                    </a>
                  </td>
                  <td class="number">{bytesText(object.size)}</td>
                  <td class="number">{bytesText(object.physical_size)}</td>
                  <td class="number">
                    <Ago at={object.created_at} />
                  </td>
                  <td class="number">
                    {may('repository.admin') ? (
                      <ConfirmButton
                        label="Remove"
                        question="Nobody gets it any more. It can be restored for a while."
                        isBusy={remove.isPending}
                        onConfirm={() => remove.mutate({ oid: object.oid, force: false })}
                      />
                    ) : null}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
      <MoreButton more={list.more} />
    </Card>
  );
};
