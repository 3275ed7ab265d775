import type { ApiSchema } from '@svc/client';
import { useState } from 'preact/hooks';
import { valueOf } from '../api/failure.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import { useMay } from '../organizations/use-may.js';
import { Ago } from '../ui/ago.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Empty } from '../ui/empty.js';
import { bytesText, countText } from '../ui/format.js';
import { Listed } from '../ui/listed.js';
import { NameForm } from '../ui/name-form.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';
import { groupsKey } from './storage-groups.js';

type Group = ApiSchema<'StorageGroup'>;

interface GroupRowProps extends OrganizationTabProps {
  readonly group: Group;
  readonly mayManage: boolean;
}

const GroupRow = ({ organization, group, mayManage }: GroupRowProps) => {
  const path = { params: { path: { orgID: organization, groupID: group.id } } };
  const rename = useChange(
    (api, name: string) => api.PATCH('/api/v1/organizations/{orgID}/storage-groups/{groupID}', { ...path, body: { name } }),
    groupsKey(organization),
  );
  const remove = useChange(
    (api, _: undefined) => api.DELETE('/api/v1/organizations/{orgID}/storage-groups/{groupID}', path),
    groupsKey(organization),
  );
  const [isNaming, setNaming] = useState(false);
  return (
    <tr>
      <td>
        {isNaming ? (
          <NameForm
            label={`New name of ${group.name}`}
            action="Rename"
            cancel={() => setNaming(false)}
            make={async (name) => {
              await rename.mutateAsync(name);
              setNaming(false);
            }}
          />
        ) : (
          group.name
        )}
        {remove.error === null ? null : <Problem fault={remove.error} />}
        {group.description === '' ? null : <p class="quiet small">{group.description}</p>}
      </td>
      <td class="number">{countText(group.repository_count)}</td>
      <td class="number">{bytesText(group.physical_bytes)}</td>
      <td class="number">
        <Ago at={group.created_at} />
      </td>
      <td class="number">
        {mayManage ? (
          <>
            <button type="button" class="button plain" onClick={() => setNaming(true)}>
              Rename
            </button>
            <ConfirmButton
              label="Delete"
              question="Its repositories and their data stay."
              isBusy={remove.isPending}
              onConfirm={() => remove.mutate(undefined)}
            />
          </>
        ) : null}
      </td>
    </tr>
  );
};

/** Repositories that are counted together. */
export const GroupsTab = ({ organization }: OrganizationTabProps) => {
  const list = useList(groupsKey(organization), async (api, request) => {
    const params = { path: { orgID: organization }, query: pageOf(request) };
    const { data } = await valueOf(api.GET('/api/v1/organizations/{orgID}/storage-groups', { params, signal: request.signal }));
    return { items: data.storage_groups, next: data.next_cursor };
  });
  const create = useChange(
    (api, name: string) =>
      api.POST('/api/v1/organizations/{orgID}/storage-groups', { params: { path: { orgID: organization } }, body: { name } }),
    groupsKey(organization),
  );
  const mayManage = useMay(organization)('storage.manage');
  const [isMaking, setMaking] = useState(false);
  return (
    <div class="stack">
      {isMaking ? (
        <NameForm
          label="Name of the group"
          hint="A repository joins it on its Settings page."
          action="Create group"
          cancel={() => setMaking(false)}
          make={async (name) => {
            await create.mutateAsync(name);
            setMaking(false);
          }}
        />
      ) : (
        <div class="line apart">
          <p class="quiet">A storage group counts the repositories of a team or a project together.</p>
          {mayManage ? (
            <button type="button" class="button main-action" onClick={() => setMaking(true)}>
              New group
            </button>
          ) : null}
        </div>
      )}
      <Listed
        list={list}
        empty={
          <Empty title="No storage group yet">
            <p>Make one for each team or project whose storage you want to know.</p>
          </Empty>
        }
      >
        {(groups) => (
          <Table
            titles={[
              { label: 'Group' },
              { label: 'Repositories', isNumber: true },
              { label: 'Stored', isNumber: true },
              { label: 'Since', isNumber: true },
              { label: 'What to do', isHidden: true },
            ]}
          >
            {groups.map((group) => (
              <GroupRow key={group.id} organization={organization} group={group} mayManage={mayManage} />
            ))}
          </Table>
        )}
      </Listed>
    </div>
  );
};
