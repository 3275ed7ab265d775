import type { ApiSchema } from '@svc/client';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { useChange } from '../api/use-change.js';
import { latestFault } from '../api/latest-fault.js';
import { paths } from '../paths.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { DeleteForm } from '../ui/delete-form.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { changedTexts } from '../ui/form-text.js';
import { Loaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import type { OrganizationTabProps } from './organization-page.js';
import { useOrganization } from './organizations.js';
import { useMay } from './use-may.js';

type Changes = ApiSchema<'organizations.update.request'>;

const lists = [['organizations'], ['organization'], ['me']] as const;

const GeneralForm = ({ organization }: { readonly organization: ApiSchema<'Organization'> }) => {
  const { route } = useLocation();
  const [drawn, setDrawn] = useState(organization);
  const save = useChange(
    (api, body: Changes) => api.PATCH('/api/v1/organizations/{orgID}', { params: { path: { orgID: drawn.id } }, body }),
    ...lists,
  );
  const submit = (form: HTMLFormElement): void => {
    const onSuccess = ({ data }: { readonly data: { readonly organization: ApiSchema<'Organization'> } }): void => {
      setDrawn(data.organization);
      route(paths.organization(data.organization.slug, 'settings'), true);
    };
    save.mutate(changedTexts(form, drawn, ['name', 'slug']), { onSuccess });
  };
  return (
    <Form fault={save.error} action="Save" isBusy={save.isPending} onSubmit={submit}>
      {save.isSuccess ? (
        <p class="notice good" role="status">
          Saved.
        </p>
      ) : null}
      <Field label="Name">
        <input name="name" required maxLength={200} defaultValue={drawn.name} />
      </Field>
      <Field label="Slug" hint="It stands in addresses. Links and LFS URLs with the old one stop working.">
        <input name="slug" required defaultValue={drawn.slug} />
      </Field>
    </Form>
  );
};

/** What an organization is called, how one leaves it, and its end. */
export const SettingsTab = ({ organization }: OrganizationTabProps) => {
  const { route } = useLocation();
  const params = { path: { orgID: organization } };
  const goHome = { onSuccess: () => route(paths.home()) };
  const leave = useChange((api, _: undefined) => api.POST('/api/v1/organizations/{orgID}/leave', { params, body: {} }), ...lists);
  const remove = useChange((api, _: undefined) => api.DELETE('/api/v1/organizations/{orgID}', { params }), ...lists);
  const fault = latestFault(leave, remove);
  const may = useMay(organization);
  return (
    <Loaded query={useOrganization(organization)}>
      {(found) => (
        <div class="stack">
          {fault === null ? null : <Problem fault={fault} />}
          {may('organization.update') ? (
            <Card title="General" isPadded>
              <GeneralForm key={found.id} organization={found} />
            </Card>
          ) : null}
          <Card title="Leave" isPadded>
            <p>Your tokens here are revoked. The last owner cannot leave.</p>
            <div>
              <ConfirmButton
                label="Leave the organization"
                question="Somebody has to invite you to come back."
                isBusy={leave.isPending}
                onConfirm={() => leave.mutate(undefined, goHome)}
              />
            </div>
          </Card>
          {may('organization.delete') ? (
            <Card title="Delete the organization" isPadded>
              <p>Its repositories go with it, with all that they hold.</p>
              <DeleteForm
                name={found.slug}
                action="Delete this organization"
                isBusy={remove.isPending}
                onDelete={() => remove.mutate(undefined, goHome)}
              />
            </Card>
          ) : null}
        </div>
      )}
    </Loaded>
  );
};
