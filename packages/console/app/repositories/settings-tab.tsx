import type { ApiSchema } from '@svc/client';
import { permissionsOfRole } from '@svc/core/model';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { useChange } from '../api/use-change.js';
import { useOrganizations } from '../organizations/organizations.js';
import { useRole } from '../organizations/use-may.js';
import { paths } from '../paths.js';
import { useStorageGroups } from '../storage/storage-groups.js';
import { Card } from '../ui/card.js';
import { DeleteForm } from '../ui/delete-form.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { changedTexts, formText } from '../ui/form-text.js';
import { Problem } from '../ui/problem.js';
import type { RepositoryTabProps } from './repository-page.js';
import { useOffered } from './use-offered.js';

type Changes = ApiSchema<'repositories.update.request'>;

const visibilities = ['PRIVATE', 'INTERNAL', 'PUBLIC'] as const;

const visibilityText: Readonly<Record<(typeof visibilities)[number], string>> = {
  PRIVATE: 'Private: people with a role that reaches it',
  INTERNAL: 'Internal: everybody in the organization',
  PUBLIC: 'Public: everybody who is signed in may pull',
};

/**
 * Whether to ask for the storage groups: where the role allows it, and where the organizations of the caller cannot be had, for the role is not known then. A
 * caller whom they do not name is from outside.
 */
const useMaySeeGroups = (organization: string): boolean => {
  const role = useRole(organization);
  const isUnknown = useOrganizations().isLoadingError;
  return role === undefined ? isUnknown : permissionsOfRole[role].has('storage.read');
};

/**
 * The groups to choose from; none where the caller may not see them, people from outside among them, and where the repository is in one that is not among
 * them, for it would be taken out of that.
 */
const useOfferedGroups = ({ organization_id: organization, storage_group_id: current }: RepositoryTabProps['repository']) => {
  const groups = useStorageGroups(organization, useMaySeeGroups(organization)).data?.items ?? [];
  return current === undefined || groups.some(({ id }) => id === current) ? groups : [];
};

interface GeneralFormProps extends Pick<RepositoryTabProps, 'repository'> {
  readonly mayPublish: boolean;
}

const GeneralForm = ({ repository, mayPublish }: GeneralFormProps) => {
  const [drawn, setDrawn] = useState(repository);
  const save = useChange(
    (api, body: Changes) => api.PATCH('/api/v1/repositories/{repoID}', { params: { path: { repoID: drawn.id } }, body }),
    ['repository', drawn.id],
    ['repositories'],
    // Storage groups count their repositories.
    ['organization'],
  );
  const groups = useOfferedGroups(drawn);
  const offered = visibilities.filter((each) => each !== 'PUBLIC' || drawn.visibility === 'PUBLIC' || mayPublish);
  const submit = (form: HTMLFormElement): void => {
    const group = formText(form, 'group');
    const visibility = visibilities.find((each) => each === formText(form, 'visibility'));
    save.mutate(
      {
        ...changedTexts(form, drawn, ['name', 'slug', 'description']),
        ...(visibility !== undefined && visibility !== drawn.visibility && { visibility }),
        ...(groups.length > 0 && group !== (drawn.storage_group_id ?? '') && { storage_group_id: group === '' ? null : group }),
      },
      { onSuccess: ({ data }) => setDrawn(data.repository) },
    );
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
      <Field label="Slug" hint="It stands in LFS URLs by name. Clones that use the old one have to be told.">
        <input name="slug" required defaultValue={drawn.slug} />
      </Field>
      <Field label="Description">
        <textarea name="description" rows={3} defaultValue={drawn.description} />
      </Field>
      <Field label="Who sees it">
        <select name="visibility" defaultValue={drawn.visibility}>
          {offered.map((each) => (
            <option key={each} value={each} selected={each === drawn.visibility}>
              {visibilityText[each]}
            </option>
          ))}
        </select>
      </Field>
      {groups.length === 0 ? null : (
        <Field label="Storage group">
          <select name="group">
            <option value="">None</option>
            {groups.map((group) => (
              <option key={group.id} value={group.id} selected={group.id === drawn.storage_group_id}>
                {group.name}
              </option>
            ))}
          </select>
        </Field>
      )}
    </Form>
  );
};

/** What a repository is called, who sees it, and its end. */
export const SettingsTab = ({ repository, may }: RepositoryTabProps) => {
  const { route } = useLocation();
  const [owner] = useState(repository.organization_id);
  const mayUpdate = useOffered(may('repository.update'));
  const mayAdmin = useOffered(may('repository.admin'));
  const remove = useChange(
    (api, _: undefined) => api.DELETE('/api/v1/repositories/{repoID}', { params: { path: { repoID: repository.id } } }),
    ['repositories'],
  );
  return (
    <div class="stack">
      {mayUpdate ? (
        <Card title="General" isPadded>
          <GeneralForm repository={repository} mayPublish={mayAdmin} />
        </Card>
      ) : (
        <p class="notice">You may look at this repository, and not change it: that takes the level Maintain.</p>
      )}
      {mayAdmin ? (
        <Card title="Delete the repository" isPadded>
          <p>Its objects go with it, with all versions. Clones keep what they have fetched.</p>
          {remove.error === null ? null : <Problem fault={remove.error} />}
          <DeleteForm
            name={repository.slug}
            action="Delete this repository"
            isBusy={remove.isPending}
            onDelete={() => remove.mutate(undefined, { onSuccess: () => route(paths.organization(owner)) })}
          />
        </Card>
      ) : null}
    </div>
  );
};
