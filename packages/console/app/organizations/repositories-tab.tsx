import type { ApiSchema } from '@svc/client';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { paths } from '../paths.js';
import { Ago } from '../ui/ago.js';
import { Bytes } from '../ui/bytes.js';
import { Empty } from '../ui/empty.js';
import { countText } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { NameForm } from '../ui/name-form.js';
import { useSeen } from '../ui/use-seen.js';
import type { OrganizationTabProps } from './organization-page.js';
import { useCreateRepository, useRepositories, useRepositoryUsage } from './repositories.js';
import { useMay } from './use-may.js';

const visibilityText = { PRIVATE: 'Private', INTERNAL: 'Internal', PUBLIC: 'Public' } as const;

/** Sizes are asked for by repository, so only for rows that are looked at. */
const RepositoryRow = ({ repository }: { readonly repository: ApiSchema<'Repository'> }) => {
  const { place, isSeen } = useSeen<HTMLTableRowElement>();
  const { data: usage } = useRepositoryUsage(repository.id, isSeen);
  return (
    <tr ref={place}>
      <td>
        <a href={paths.repository(repository.id)}>{repository.name}</a> <span class="quiet small">{repository.slug}</span>
        {repository.description === '' ? null : <p class="quiet small">{repository.description}</p>}
      </td>
      <td>
        <span class="tag">{visibilityText[repository.visibility]}</span>{' '}
        {repository.storage_mode === 'byos' ? <span class="tag accent">Own bucket</span> : null}
      </td>
      <td class="number">{usage === undefined ? '…' : countText(usage.object_count)}</td>
      <td class="number">{usage === undefined ? '…' : <Bytes of={usage.logical_bytes} />}</td>
      <td class="number">{usage === undefined ? '…' : <Bytes of={usage.physical_bytes} />}</td>
      <td class="number">
        <Ago at={repository.updated_at} />
      </td>
    </tr>
  );
};

const RepositoryTable = ({ repositories }: { readonly repositories: readonly ApiSchema<'Repository'>[] }) => (
  <section class="card table-scroll">
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Repository</th>
          <th scope="col">Who sees it</th>
          <th scope="col" class="number">
            Objects
          </th>
          <th scope="col" class="number">
            Size
          </th>
          <th scope="col" class="number">
            Stored
          </th>
          <th scope="col" class="number">
            Changed
          </th>
        </tr>
      </thead>
      <tbody>
        {repositories.map((repository) => (
          <RepositoryRow key={repository.id} repository={repository} />
        ))}
      </tbody>
    </table>
  </section>
);

const matches =
  (text: string) =>
  ({ name, slug }: ApiSchema<'Repository'>): boolean =>
    `${name} ${slug}`.toLowerCase().includes(text.toLowerCase());

export const RepositoriesTab = ({ organization }: OrganizationTabProps) => {
  const query = useRepositories(organization);
  const create = useCreateRepository(organization);
  const { route } = useLocation();
  const may = useMay(organization);
  const [isMaking, setMaking] = useState(false);
  const [text, setText] = useState('');
  return (
    <div class="stack">
      {isMaking ? (
        <NameForm
          label="Name of the repository"
          hint="It starts private: only people of the organization see it."
          action="Create repository"
          cancel={() => setMaking(false)}
          make={async (name) => route(paths.repository((await create.mutateAsync(name)).id, 'connect'))}
        />
      ) : (
        <div class="line apart">
          <input
            type="search"
            aria-label="Find a repository"
            placeholder="Find a repository"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          {may('repositories.create') ? (
            <button type="button" class="button main-action" onClick={() => setMaking(true)}>
              New repository
            </button>
          ) : null}
        </div>
      )}
      <Loaded query={query}>
        {({ items, isWhole }) => {
          const found = items.filter(matches(text.trim()));
          if (items.length === 0) {
            return (
              <section class="card">
                <Empty title="No repository yet">
                  <p>
                    A repository holds the large files of one project, with all their versions. Make one, then push to it with Git
                    LFS or svc.
                  </p>
                </Empty>
              </section>
            );
          }
          return (
            <>
              {found.length === 0 ? (
                <section class="card">
                  <Empty title="No repository has this in its name">
                    <p>Try fewer letters.</p>
                  </Empty>
                </section>
              ) : (
                <RepositoryTable repositories={found} />
              )}
              {isWhole ? null : <p class="quiet small">There are more than are listed. Search finds them.</p>}
            </>
          );
        }}
      </Loaded>
    </div>
  );
};
