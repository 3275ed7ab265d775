import { valueOf } from '../api/failure.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import { paths } from '../paths.js';
import { ActionButton } from '../ui/action-button.js';
import { Ago } from '../ui/ago.js';
import { Card } from '../ui/card.js';
import { ListProblem } from '../ui/list-problem.js';
import { MoreButton } from '../ui/more-button.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';

/** Invitations to the caller's own e-mail address; nothing where none waits. */
export const MyInvitations = () => {
  const list = useList(['my-invitations'], async (api, request) => {
    const { data } = await valueOf(
      api.GET('/api/v1/users/me/invitations', { params: { query: pageOf(request) }, signal: request.signal }),
    );
    return { items: data.invitations, next: data.next_cursor };
  });
  const accept = useChange(
    (api, invID: string) => api.POST('/api/v1/invitations/{invID}/accept', { params: { path: { invID } }, body: {} }),
    ['my-invitations'],
    ['organizations'],
    ['shared-repositories'],
  );
  if (list.items === undefined || list.items.length === 0) return <ListProblem list={list} />;
  return (
    <Card title="You are invited">
      {accept.error === null ? null : <Problem fault={accept.error} />}
      <Table titles={[{ label: 'To' }, { label: 'As' }, { label: 'By' }, { label: 'What to do', isHidden: true }]}>
        {list.items.map((invitation) => (
          <tr key={invitation.id}>
            <td>{invitation.repository?.name ?? invitation.organization.name}</td>
            <td>{invitation.role ?? invitation.level}</td>
            <td>
              {invitation.invited_by.name}, <Ago at={invitation.created_at} />
            </td>
            <td class="number">
              <ActionButton class="button" isBusy={accept.isPending} onAct={() => accept.mutate(invitation.id)}>
                Accept
              </ActionButton>
            </td>
          </tr>
        ))}
      </Table>
      <MoreButton more={list.more} />
    </Card>
  );
};

/** Repositories of organizations to which the caller does not belong; nothing where there is none. */
export const SharedRepositories = () => {
  const list = useList(['shared-repositories'], async (api, request) => {
    const params = { query: pageOf(request) };
    const { data } = await valueOf(api.GET('/api/v1/users/me/shared-repositories', { params, signal: request.signal }));
    return { items: data.repositories, next: data.next_cursor };
  });
  if (list.items === undefined || list.items.length === 0) return <ListProblem list={list} />;
  return (
    <Card title="Shared with you">
      <Table titles={[{ label: 'Repository' }, { label: 'Organization' }, { label: 'You may' }]}>
        {list.items.map((repository) => (
          <tr key={repository.id}>
            <td>
              <a href={paths.repository(repository.id)}>{repository.name}</a>
            </td>
            <td>{repository.organization.name}</td>
            <td>{repository.level}</td>
          </tr>
        ))}
      </Table>
      <MoreButton more={list.more} />
    </Card>
  );
};
