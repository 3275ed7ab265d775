import type { ApiSchema } from '@svc/client';
import { useQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { valueOf } from '../api/failure.js';
import { paths } from '../paths.js';
import { useClient } from '../session/session.js';
import { Bytes } from '../ui/bytes.js';
import { Card } from '../ui/card.js';
import { Empty } from '../ui/empty.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Table } from '../ui/table.js';

type Found = ApiSchema<'search.find.200'>;

const useSearch = (q: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['search', q],
    enabled: q !== '',
    queryFn: async ({ signal }) => (await valueOf(api.GET('/api/v1/search', { params: { query: { q } }, signal }))).data,
  });
};

const Results = ({ found: { organizations, repositories, artifacts, files } }: { readonly found: Found }) => {
  if (organizations.length + repositories.length + artifacts.length + files.length === 0) {
    return (
      <section class="card">
        <Empty title="Nothing was found">
          <p>Names are found by the beginnings of their words, objects by a part of the name or the beginning of the SHA-256.</p>
        </Empty>
      </section>
    );
  }
  return (
    <div class="stack">
      {organizations.length === 0 ? null : (
        <Card title="Organizations">
          <Table titles={[{ label: 'Organization' }, { label: 'Your role' }]}>
            {organizations.map(({ id, name, slug, role }) => (
              <tr key={id}>
                <td>
                  <a href={paths.organization(slug)}>{name}</a>
                </td>
                <td>{role}</td>
              </tr>
            ))}
          </Table>
        </Card>
      )}
      {repositories.length === 0 ? null : (
        <Card title="Repositories">
          <Table titles={[{ label: 'Repository' }, { label: 'About' }]}>
            {repositories.map(({ id, name, description }) => (
              <tr key={id}>
                <td>
                  <a href={paths.repository(id)}>{name}</a>
                </td>
                <td class="quiet">{description}</td>
              </tr>
            ))}
          </Table>
        </Card>
      )}
      {files.length === 0 ? null : (
        <Card title="Files">
          <Table titles={[{ label: 'Path' }]}>
            {files.map(({ repository_id: repository, path }) => (
              <tr key={`${repository} ${path}`}>
                <td>
                  <a href={paths.file(repository, { path })}>{path}</a>
                </td>
              </tr>
            ))}
          </Table>
        </Card>
      )}
      {artifacts.length === 0 ? null : (
        <Card title="Objects">
          <Table titles={[{ label: 'Name or SHA-256' }, { label: 'Size', isNumber: true }]}>
            {artifacts.map(({ oid, name, size, repository_id: repository }) => (
              <tr key={`${repository} ${oid}`}>
                <td class={name === undefined ? 'mono' : undefined}>
                  <a href={paths.object(repository, oid)}>{name ?? oid}</a>
                </td>
                <td class="number">
                  <Bytes of={size} />
                </td>
              </tr>
            ))}
          </Table>
        </Card>
      )}
    </div>
  );
};

/** What there is of a name, in all that the caller sees. */
export const SearchPage = () => {
  const { query } = useLocation();
  const q = (query['q'] ?? '').trim();
  const found = useSearch(q);
  return (
    <Page title={q === '' ? 'Search' : `Search: ${q}`} about="In your organizations, and in what is shared with you.">
      {q === '' ? (
        <p class="quiet">Type a part of a name above.</p>
      ) : (
        <Loaded query={found}>{(each) => <Results found={each} />}</Loaded>
      )}
    </Page>
  );
};
