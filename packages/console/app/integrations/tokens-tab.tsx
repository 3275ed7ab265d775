import type { ApiSchema } from '@svc/client';
import { revokesTokensOfOthers } from '@svc/core/model';
import { useState } from 'preact/hooks';
import { useMe } from '../account/me.js';
import { valueOf } from '../api/failure.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import { useRole } from '../organizations/use-may.js';
import { Ago } from '../ui/ago.js';
import { Checks } from '../ui/checks.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Empty } from '../ui/empty.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { formChoices, formText } from '../ui/form-text.js';
import { momentText } from '../ui/format.js';
import { Listed } from '../ui/listed.js';
import { Problem } from '../ui/problem.js';
import { Secret } from '../ui/secret.js';
import { Table } from '../ui/table.js';

type TokenBody = ApiSchema<'tokens.create.request'>;

const scopes = [
  'repo:read',
  'repo:write',
  'repo:admin',
  'org:read',
  'usage:read',
] as const satisfies readonly TokenBody['scopes'][number][];

const scopeText: Readonly<Record<(typeof scopes)[number], string>> = {
  'repo:read': 'pull from repositories',
  'repo:write': 'push to repositories, and pull',
  'repo:admin': 'change repositories and who may use them',
  'org:read': 'see the organization and its members',
  'usage:read': 'see usage',
};

const listKey = (organization: string) => ['organization', organization, 'tokens'];

const useTokens = (organization: string) =>
  useList(listKey(organization), async (api, request) => {
    const params = { path: { orgID: organization }, query: pageOf(request) };
    const { data } = await valueOf(api.GET('/api/v1/organizations/{orgID}/tokens', { params, signal: request.signal }));
    return { items: data.tokens, next: data.next_cursor };
  });

/** Whether the caller may revoke a token of that maker. As long as it is not known who the caller is and what, any; and any of which the service does not say who has made it. */
const useMayRevoke = (organization: string): ((maker: string | undefined) => boolean) => {
  const role = useRole(organization);
  const me = useMe().data?.user.id;
  return (maker) => maker === undefined || role === undefined || me === undefined || maker === me || revokesTokensOfOthers(role);
};

interface TokenFormProps extends OrganizationTabProps {
  readonly onMade: (secret: string) => void;
  readonly close: () => void;
}

const TokenForm = ({ organization, onMade, close }: TokenFormProps) => {
  const make = useChange(
    (api, body: TokenBody) =>
      api.POST('/api/v1/organizations/{orgID}/tokens', { params: { path: { orgID: organization } }, body }),
    listKey(organization),
  );
  const submit = (form: HTMLFormElement): void => {
    const days = Number(formText(form, 'days'));
    const kind = formText(form, 'kind') === 'CI' ? 'CI' : 'PAT';
    make.mutate(
      {
        name: formText(form, 'name'),
        kind,
        scopes: formChoices(form, 'scope', scopes),
        ...(days > 0 && { expires_in_days: days }),
      },
      { onSuccess: ({ data }) => onMade(data.secret) },
    );
  };
  return (
    <Form
      class="form card padded"
      fault={make.error}
      action="Create token"
      isBusy={make.isPending}
      onSubmit={submit}
      cancel={close}
    >
      <Field label="Name of the token" hint="Where it is used, such as the name of a computer.">
        <input name="name" required maxLength={200} autocomplete="off" />
      </Field>
      <Field label="For">
        <select name="kind">
          <option value="PAT">A person</option>
          <option value="CI">Continuous integration</option>
        </select>
      </Field>
      <Checks legend="It may" name="scope" choices={scopes} first="repo:write">
        {(scope) => (
          <span>
            {scopeText[scope]} <span class="quiet mono">{scope}</span>
          </span>
        )}
      </Checks>
      <Field label="Days until it ends" hint="Empty: it has no end.">
        <input name="days" type="number" min={1} max={3650} defaultValue="90" />
      </Field>
    </Form>
  );
};

/** What programs sign in with. */
export const TokensTab = ({ organization }: OrganizationTabProps) => {
  const list = useTokens(organization);
  const revoke = useChange(
    (api, tokenID: string) =>
      api.DELETE('/api/v1/organizations/{orgID}/tokens/{tokenID}', { params: { path: { orgID: organization, tokenID } } }),
    listKey(organization),
  );
  const mayRevoke = useMayRevoke(organization);
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const made = (text: string): void => {
    setMaking(false);
    setSecret(text);
  };
  return (
    <div class="stack">
      {secret === undefined ? null : <Secret title="This is the new token." text={secret} close={() => setSecret(undefined)} />}
      {isMaking ? (
        <TokenForm organization={organization} onMade={made} close={() => setMaking(false)} />
      ) : (
        <div class="line apart">
          <p class="quiet">Git LFS, svc and scripts sign in with a token in place of a password.</p>
          <button type="button" class="button main-action" onClick={() => setMaking(true)}>
            New token
          </button>
        </div>
      )}
      {revoke.error === null ? null : <Problem fault={revoke.error} />}
      <Listed
        list={list}
        empty={
          <Empty title="No token yet">
            <p>Make one for each computer and each pipeline, so that you can end them one by one.</p>
          </Empty>
        }
      >
        {(tokens) => (
          <Table
            titles={[
              { label: 'Token' },
              { label: 'May' },
              { label: 'Made' },
              { label: 'Ends' },
              { label: 'What to do', isHidden: true },
            ]}
          >
            {tokens.map((token) => (
              <tr key={token.id}>
                <td>
                  {token.name}
                  <p class="quiet small mono">{token.prefix}…</p>
                </td>
                <td>
                  {token.scopes.map((scope) => (
                    <span key={scope} class="tag">
                      {scope}
                    </span>
                  ))}
                </td>
                <td>
                  <Ago at={token.created_at} />
                </td>
                <td>{token.expires_at === undefined ? 'Never' : momentText(token.expires_at)}</td>
                <td class="number">
                  {mayRevoke(token.user_id) ? (
                    <ConfirmButton
                      label="Revoke"
                      question="What uses it stops working."
                      isBusy={revoke.isPending}
                      onConfirm={() => revoke.mutate(token.id)}
                    />
                  ) : null}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
    </div>
  );
};
