import { useLocation } from 'preact-iso';
import { valueOf } from '../api/failure.js';
import { pageOf, useList } from '../api/use-list.js';
import { RefSelect } from '../files/ref-select.js';
import { useRefs } from '../files/refs.js';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { Ago } from '../ui/ago.js';
import { Empty } from '../ui/empty.js';
import { Field } from '../ui/field.js';
import { shortId } from '../ui/format.js';
import { Listed } from '../ui/listed.js';
import { Table } from '../ui/table.js';

const useCommits = (repository: string, ref: string | undefined) =>
  useList(['repository', repository, 'commits', ref], async (api, request) => {
    const params = { path: { repoID: repository }, query: { ...pageOf(request), ...(ref !== undefined && { ref }) } };
    const { data } = await valueOf(api.GET('/api/v1/repositories/{repoID}/commits', { params, signal: request.signal }));
    return { items: data.commits, next: data.next_cursor };
  });

/** The history of a branch or a release. */
export const CommitsTab = ({ repository: { id } }: RepositoryTabProps) => {
  const { query, route } = useLocation();
  const ref = query['ref'];
  const list = useCommits(id, ref);
  const refs = useRefs(id);
  return (
    <div class="stack">
      {refs.data === undefined || refs.data.branches.length === 0 ? null : (
        <div class="file-tools">
          <Field label="Branch or release">
            <RefSelect refs={refs.data} value={ref} onChange={(chosen) => route(paths.commits(id, chosen))} />
          </Field>
        </div>
      )}
      <Listed
        list={list}
        empty={
          <Empty title="No commits yet">
            <p>The service knows those that svc index has told it. The Files page says how.</p>
          </Empty>
        }
      >
        {(commits) => (
          <Table titles={[{ label: 'Commit' }, { label: 'Author' }, { label: 'When', isNumber: true }]}>
            {commits.map((commit) => (
              <tr key={commit.id}>
                <td>
                  <a href={paths.commit(id, commit.id)}>
                    <span class="mono">{shortId(commit.id)}</span> {commit.subject}
                  </a>
                </td>
                <td>{commit.author.name}</td>
                <td class="number">
                  <Ago at={commit.committer.at} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
    </div>
  );
};
