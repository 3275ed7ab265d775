import type { ApiSchema } from '@svc/client';
import { isRole, type Role, roles } from '@svc/core/model';
import { valueOf } from '../api/failure.js';
import { latestFault } from '../api/latest-fault.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import { useMay, useRole } from '../organizations/use-may.js';
import { Ago } from '../ui/ago.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Listed } from '../ui/listed.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';
import { Invitations } from './invitations.js';
import { mayGive, roleText } from './roles.js';

type Member = ApiSchema<'members.list.200'>['members'][number];

const listKey = (organization: string) => ['organization', organization, 'members'];

interface MemberRowProps extends OrganizationTabProps {
  readonly member: Member;
  readonly mayChange: boolean;
}

const MemberRow = ({ organization, member, mayChange }: MemberRowProps) => {
  const path = { orgID: organization, userID: member.user_id };
  const change = useChange(
    (api, role: Role) => api.PATCH('/api/v1/organizations/{orgID}/members/{userID}', { params: { path }, body: { role } }),
    listKey(organization),
  );
  const remove = useChange(
    (api, _: undefined) => api.DELETE('/api/v1/organizations/{orgID}/members/{userID}', { params: { path } }),
    listKey(organization),
  );
  const fault = latestFault(change, remove);
  const giver = useRole(organization);
  const offered = roles.filter((role) => mayGive(giver, role));
  return (
    <tr>
      <td>
        {member.name}
        <p class="quiet small">{member.email ?? 'E-mail not verified'}</p>
        {fault === null ? null : <Problem fault={fault} />}
      </td>
      <td>
        {mayChange ? (
          <select
            aria-label={`Role of ${member.name}`}
            value={member.role}
            aria-disabled={change.isPending}
            onChange={(event) => {
              const role = event.currentTarget.value;
              if (isRole(role) && !change.isPending) change.mutate(role);
            }}
          >
            {offered.map((role) => (
              <option key={role} value={role}>
                {roleText[role]}
              </option>
            ))}
          </select>
        ) : (
          roleText[member.role]
        )}
      </td>
      <td>
        <Ago at={member.joined_at} />
      </td>
      <td class="number">
        {mayChange ? (
          <ConfirmButton
            label="Remove"
            question={`${member.name} loses every access, and all tokens.`}
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate(undefined)}
          />
        ) : null}
      </td>
    </tr>
  );
};

/** Who belongs to the organization, and who is asked to. */
export const MembersTab = ({ organization }: OrganizationTabProps) => {
  const list = useList(listKey(organization), async (api, request) => {
    const params = { path: { orgID: organization }, query: pageOf(request) };
    const { data } = await valueOf(api.GET('/api/v1/organizations/{orgID}/members', { params, signal: request.signal }));
    return { items: data.members, next: data.next_cursor };
  });
  const may = useMay(organization);
  const role = useRole(organization);
  return (
    <div class="stack loose">
      <Invitations organization={organization} mayInvite={may('members.invite')} />
      <Listed list={list} empty={null}>
        {(members) => (
          <Table titles={[{ label: 'Member' }, { label: 'Role' }, { label: 'Joined' }, { label: 'What to do', isHidden: true }]}>
            {members.map((member) => (
              <MemberRow
                key={member.user_id}
                organization={organization}
                member={member}
                mayChange={may('members.remove') && mayGive(role, member.role)}
              />
            ))}
          </Table>
        )}
      </Listed>
    </div>
  );
};
