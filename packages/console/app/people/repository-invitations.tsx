import { useState } from 'preact/hooks';
import { valueOf } from '../api/failure.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
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
import { levels, levelText } from './levels.js';
import { type SentInvitation, UnsentMail, unsentTo } from './unsent-mail.js';

/** Nobody is invited to see nothing. */
const offered = levels.filter((level) => level !== 'NONE');

const listKey = (repository: string) => ['repository', repository, 'invitations'];

interface InviteFormProps {
  readonly repository: string;
  readonly onInvited: (sent: SentInvitation) => void;
}

const InviteForm = ({ repository, onInvited }: InviteFormProps) => {
  const invite = useChange(
    (api, body: { readonly email: string; readonly level: (typeof offered)[number] }) =>
      api.POST('/api/v1/repositories/{repoID}/invitations', { params: { path: { repoID: repository } }, body }),
    listKey(repository),
  );
  const submit = (form: HTMLFormElement): void => {
    const level = offered.find((each) => each === formText(form, 'level'));
    if (level === undefined) return;
    const onSuccess = ({ data }: { readonly data: SentInvitation }): void => {
      form.reset();
      onInvited(data);
    };
    invite.mutate({ email: formText(form, 'email'), level }, { onSuccess });
  };
  return (
    <Form class="card padded stack" fault={invite.error} action="Invite" isBusy={invite.isPending} onSubmit={submit}>
      <div class="file-tools">
        <div class="grow">
          <Field label="Invite by e-mail">
            <input type="email" name="email" required autocomplete="off" placeholder="name@example.org" />
          </Field>
        </div>
        <Field label="Level">
          <select name="level">
            {offered.map((level) => (
              <option key={level} value={level}>
                {levelText[level]}
              </option>
            ))}
          </select>
        </Field>
      </div>
    </Form>
  );
};

/** Who is asked to work in this repository alone and has not answered. */
export const RepositoryInvitations = ({ repository }: { readonly repository: string }) => {
  const list = useList(listKey(repository), async (api, request) => {
    const params = { path: { repoID: repository }, query: pageOf(request) };
    const { data } = await valueOf(api.GET('/api/v1/repositories/{repoID}/invitations', { params, signal: request.signal }));
    return { items: data.invitations, next: data.next_cursor };
  });
  const revoke = useChange(
    (api, invID: string) =>
      api.DELETE('/api/v1/repositories/{repoID}/invitations/{invID}', { params: { path: { repoID: repository, invID } } }),
    listKey(repository),
  );
  const [link, setLink] = useState<string>();
  const [unsent, setUnsent] = useState<string>();
  const onInvited = (sent: SentInvitation): void => {
    setLink(sent.url);
    setUnsent(unsentTo(sent));
  };
  return (
    <div class="stack">
      {link === undefined ? null : <Secret title="Send this link to the person." text={link} close={() => setLink(undefined)} />}
      <UnsentMail email={unsent}>
        They see the invitation when they sign in with this address. To have a mail sent, take it back and invite them again.
      </UnsentMail>
      <InviteForm repository={repository} onInvited={onInvited} />
      {revoke.error === null ? null : <Problem fault={revoke.error} />}
      {list.items === undefined || list.items.length === 0 ? (
        <ListProblem list={list} />
      ) : (
        <Card title="Open invitations">
          <Table titles={[{ label: 'E-mail' }, { label: 'Level' }, { label: 'Ends' }, { label: 'What to do', isHidden: true }]}>
            {list.items.map((invitation) => (
              <tr key={invitation.id}>
                <td>{invitation.email}</td>
                <td>{invitation.level}</td>
                <td>{momentText(invitation.expires_at)}</td>
                <td class="number">
                  <ConfirmButton
                    label="Take back"
                    question="Its link stops working."
                    isBusy={revoke.isPending}
                    onConfirm={() => revoke.mutate(invitation.id, { onSuccess: () => setUnsent(undefined) })}
                  />
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
