import type { ApiSchema } from '@svc/client';
import { valueOf } from '../api/failure.js';
import { latestFault } from '../api/latest-fault.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { useOffered } from '../repositories/use-offered.js';
import { Ago } from '../ui/ago.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Empty } from '../ui/empty.js';
import { Listed } from '../ui/listed.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';
import { isLevel, type Level, levels, levelText } from './levels.js';
import { RepositoryInvitations } from './repository-invitations.js';

type Member = ApiSchema<'RepositoryMember'>;

const listKey = (repository: string) => ['repository', repository, 'members'];

const MemberRow = ({ repository, member }: { readonly repository: string; readonly member: Member }) => {
  const change = useChange(
    (api, level: Level) =>
      api.POST('/api/v1/repositories/{repoID}/members', {
        params: { path: { repoID: repository } },
        body: { user_id: member.user_id, level },
      }),
    listKey(repository),
  );
  const remove = useChange(
    (api, _: undefined) =>
      api.DELETE('/api/v1/repositories/{repoID}/members/{userID}', {
        params: { path: { repoID: repository, userID: member.user_id } },
      }),
    listKey(repository),
  );
  const fault = latestFault(change, remove);
  return (
    <tr>
      <td>
        {member.name} <span class="quiet small">{member.email}</span>
        {fault === null ? null : <Problem fault={fault} />}
      </td>
      <td>
        <select
          aria-label={`Level of ${member.name}`}
          value={member.level}
          aria-disabled={change.isPending}
          onChange={(event) => {
            const level = event.currentTarget.value;
            if (isLevel(level) && !change.isPending) change.mutate(level);
          }}
        >
          {levels.map((level) => (
            <option key={level} value={level}>
              {levelText[level]}
            </option>
          ))}
        </select>
      </td>
      <td>
        <Ago at={member.created_at} />
      </td>
      <td class="number">
        <ConfirmButton
          label="Remove"
          question={`${member.name} keeps what the role in the organization allows.`}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
        />
      </td>
    </tr>
  );
};

const People = ({ repository: id }: { readonly repository: string }) => {
  const list = useList(listKey(id), async (api, request) => {
    const params = { path: { repoID: id }, query: pageOf(request) };
    const { data } = await valueOf(api.GET('/api/v1/repositories/{repoID}/members', { params, signal: request.signal }));
    return { items: data.members, next: data.next_cursor };
  });
  return (
    <div class="stack loose">
      <p class="quiet">
        Members of the organization have what their role allows. A level of their own stands in the place of that, also for people
        from outside.
      </p>
      <RepositoryInvitations repository={id} />
      <Listed
        list={list}
        empty={
          <Empty title="Nobody has a level of their own">
            <p>
              Invite somebody to this repository alone, or give a member of the organization more or less than their role does.
            </p>
          </Empty>
        }
      >
        {(members) => (
          <Table titles={[{ label: 'Person' }, { label: 'Level' }, { label: 'Since' }, { label: 'What to do', isHidden: true }]}>
            {members.map((member) => (
              <MemberRow key={member.user_id} repository={id} member={member} />
            ))}
          </Table>
        )}
      </Listed>
    </div>
  );
};

/** Who has a level of their own on the repository, and who is asked to. */
export const RepositoryPeopleTab = ({ repository, may }: RepositoryTabProps) =>
  useOffered(may('repository.members.manage')) ? (
    <People repository={repository.id} />
  ) : (
    <p class="notice">Those who manage the people of this repository see here who they are: that takes the level Admin.</p>
  );
