import { isRole, type Role, roles } from '@svc/core/model';
import { useState } from 'preact/hooks';
import { valueOf } from '../api/failure.js';
import { latestFault } from '../api/latest-fault.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import { useRole } from '../organizations/use-may.js';
import { ActionButton } from '../ui/action-button.js';
import { Ago } from '../ui/ago.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { formText } from '../ui/form-text.js';
import { momentText } from '../ui/format.js';
import { ListProblem } from '../ui/list-problem.js';
import { MoreButton } from '../ui/more-button.js';
import { Problem } from '../ui/problem.js';
import { Secret } from '../ui/secret.js';
import { Table } from '../ui/table.js';
import { mayGive, roleText } from './roles.js';
import { type SentInvitation, UnsentMail, unsentTo } from './unsent-mail.js';

const listKey = (organization: string) => ['organization', organization, 'invitations'];

interface InviteFormProps extends OrganizationTabProps {
  readonly onInvited: (sent: SentInvitation) => void;
}

const InviteForm = ({ organization, onInvited }: InviteFormProps) => {
  const invite = useChange(
    (api, body: { readonly email: string; readonly role: Role }) =>
      api.POST('/api/v1/organizations/{orgID}/invitations', { params: { path: { orgID: organization } }, body }),
    listKey(organization),
  );
  // The form is emptied after each invitation, and what it gives stays.
  const [role, setRole] = useState<string>('DEVELOPER');
  const giver = useRole(organization);
  const offered = roles.filter((each) => mayGive(giver, each));
  const submit = (form: HTMLFormElement): void => {
    if (!isRole(role)) return;
    const onSuccess = ({ data }: { readonly data: SentInvitation }): void => {
      form.reset();
      onInvited(data);
    };
    invite.mutate({ email: formText(form, 'email'), role }, { onSuccess });
  };
  return (
    <Form class="card padded stack" fault={invite.error} action="Invite" isBusy={invite.isPending} onSubmit={submit}>
      <div class="file-tools">
        <div class="grow">
          <Field label="Invite by e-mail">
            <input type="email" name="email" required autocomplete="off" placeholder="name@example.org" />
          </Field>
        </div>
        <Field label="Role">
          <select value={role} onChange={(event) => setRole(event.currentTarget.value)}>
            {offered.map((each) => (
              <option key={each} value={each}>
                {roleText[each]}
              </option>
            ))}
          </select>
        </Field>
      </div>
    </Form>
  );
};

/** Who is asked to join and has not answered. */
export const Invitations = ({ organization, mayInvite }: OrganizationTabProps & { readonly mayInvite: boolean }) => {
  const list = useList(listKey(organization), async (api, request) => {
    const params = { path: { orgID: organization }, query: pageOf(request) };
    const { data } = await valueOf(api.GET('/api/v1/organizations/{orgID}/invitations', { params, signal: request.signal }));
    return { items: data.invitations, next: data.next_cursor };
  });
  const [link, setLink] = useState<string>();
  const [unsent, setUnsent] = useState<string>();
  const onInvited = (sent: SentInvitation): void => {
    setLink(sent.url);
    setUnsent(unsentTo(sent));
  };
  const onRenewed = (url: string): void => {
    setLink(url);
    setUnsent(undefined);
  };
  const path = (invID: string) => ({ params: { path: { orgID: organization, invID } } });
  const revoke = useChange(
    (api, id: string) => api.DELETE('/api/v1/organizations/{orgID}/invitations/{invID}', path(id)),
    listKey(organization),
  );
  const renew = useChange(
    (api, id: string) => api.POST('/api/v1/organizations/{orgID}/invitations/{invID}/link', { ...path(id), body: {} }),
    listKey(organization),
  );
  const fault = latestFault(revoke, renew);
  const giver = useRole(organization);
  return (
    <div class="stack">
      {link === undefined ? null : <Secret title="Send this link to the person." text={link} close={() => setLink(undefined)} />}
      <UnsentMail email={unsent}>Make a new link below, and send them that.</UnsentMail>
      {mayInvite ? <InviteForm organization={organization} onInvited={onInvited} /> : null}
      {fault === null ? null : <Problem fault={fault} />}
      {list.items === undefined || list.items.length === 0 ? (
        <ListProblem list={list} />
      ) : (
        <Card title="Open invitations">
          <Table
            titles={[
              { label: 'E-mail' },
              { label: 'Role' },
              { label: 'Invited' },
              { label: 'Ends' },
              { label: 'What to do', isHidden: true },
            ]}
          >
            {list.items.map((invitation) => (
              <tr key={invitation.id}>
                <td>{invitation.email}</td>
                <td>{invitation.role}</td>
                <td>
                  <Ago at={invitation.created_at} /> by {invitation.invited_by.name}
                </td>
                <td>{momentText(invitation.expires_at)}</td>
                <td class="number">
                  {mayInvite ? (
                    <>
                      {mayGive(giver, invitation.role) ? (
                        <ActionButton
                          isBusy={renew.isPending}
                          onAct={() => renew.mutate(invitation.id, { onSuccess: ({ data }) => onRenewed(data.url) })}
                        >
                          New link
                        </ActionButton>
                      ) : null}
                      <ConfirmButton
                        label="Take back"
                        question="Its link stops working."
                        isBusy={revoke.isPending}
                        onConfirm={() => revoke.mutate(invitation.id, { onSuccess: () => setUnsent(undefined) })}
                      />
                    </>
                  ) : null}
                </td>
              </tr>
            ))}
          </Table>
          <MoreButton more={list.more} />
        </Card>
      )}
    </div>
  );
};
